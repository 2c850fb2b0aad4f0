import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '#common/errors'
import { MAX_IMAGE_BYTES } from '#core/dataset/images/rules'
import { openForm, readForms } from '../../kit/form.ts'
import { answer } from '../../kit/refused-request.ts'
import type { ArrivingUpload } from './arriving.ts'
import { openText } from './text.ts'

/** Leaves bodies as streams, so that an image goes to the disk as it arrives. */
export async function readImageBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  await readForms(server, MAX_IMAGE_BYTES)
}

/**
 * Reads up to the image itself: a form to its file, or a body that is base64 text from its beginning. Where the address says
 * where the image lies, only a form can say more.
 */
export async function openUpload(request: FastifyRequest, remoteIs: boolean): Promise<ArrivingUpload> {
  if (request.isMultipart()) return openForm(request)
  if (remoteIs || !request.body) return { fields: new Map(), file: undefined }
  const type = request.headers['content-type'] ?? ''
  const isText = type === '' || /^(?:application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i.test(type)
  if (!isText) return answer(refuse('image-body-type-unknown', { type }))
  return openText(request)
}

export function noImage() {
  return refuse('image-missing')
}
