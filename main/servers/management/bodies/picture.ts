import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { MAX_IMAGE_BYTES } from '#core/images/rules'
import { answer, RefusedRequest } from '../../kit/refused-request.ts'
import type { ArrivingUpload } from './arriving.ts'
import { openText } from './text.ts'

/** Leaves bodies as streams, so that a picture goes to the disk as it arrives. */
export async function readPictureBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  // One byte more than is taken, so that the store sees that there is more.
  const limits = { fileSize: MAX_IMAGE_BYTES + 1, files: 8, fields: 200, fieldSize: 64 * 1024 }
  await server.register(fastifyMultipart, { limits, isPartAFile })
}

/** Some clients give the file no name of its own; its field tells it then. */
function isPartAFile(field: string | undefined, type: string | undefined, name: string | undefined): boolean {
  return name !== undefined || field === 'file' || type === 'application/octet-stream'
}

/**
 * Reads up to the picture itself: a form to its file, or a body that is base64 text from its beginning. Where the address says
 * where the picture lies, only a form can say more.
 */
export async function openUpload(request: FastifyRequest, isElsewhere: boolean): Promise<ArrivingUpload> {
  if (request.isMultipart()) return openForm(request)
  if (isElsewhere || !request.body) return { fields: new Map(), file: undefined }
  const type = request.headers['content-type'] ?? ''
  const isText = type === '' || /^(?:application\/x-www-form-urlencoded|text\/plain)\s*(?:;|$)/i.test(type)
  if (!isText) return answer(refuse('request-invalid', `A picture is not read from a body of type ${type}. ${FORMS}`))
  return openText(request)
}

const FORMS =
  'Send it as multipart form data, in a field named "file", as base64 text, or its address as the parameter "image"'

export function noPicture() {
  return refuse('request-invalid', `The request holds no picture. ${FORMS}`)
}

async function openForm(request: FastifyRequest): Promise<ArrivingUpload> {
  const parts = request.parts()[Symbol.asyncIterator]()
  const fields = new Map<string, string[]>()
  const file = await nextFile(parts, fields)
  if (file === undefined) return { fields, file: undefined }
  async function* bytes() {
    if (file) yield* chunksOf(file)
    // The fields behind the file belong to the picture too; further files do not.
    for (let more = await nextFile(parts, fields); more; more = await nextFile(parts, fields)) more.file.resume()
  }
  return { fields, file: { bytes: bytes(), name: FileName.parse(file.filename) } }
}

/** The parser leaves it out where the form does. */
const FileName = z.string().catch('')

async function* chunksOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of file) yield z.instanceof(Uint8Array).parse(chunk)
  } catch (failure) {
    throw asBroken(failure)
  }
}

/** The next file of the form; fields on the way are noted. */
async function nextFile(
  parts: AsyncIterator<MultipartFile | MultipartValue>,
  fields: Map<string, string[]>,
): Promise<MultipartFile | undefined> {
  try {
    for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
      if (part.value.type === 'file') return part.value
      const { fieldname, value } = part.value
      if (typeof value === 'string') fields.set(fieldname, [...(fields.get(fieldname) ?? []), value])
    }
    return undefined
  } catch (failure) {
    throw asBroken(failure)
  }
}

/** The parser names some faults with a status of their own; all others are a form that is damaged. */
function asBroken(failure: unknown): unknown {
  if (failure instanceof Error && 'statusCode' in failure) return failure
  return new RefusedRequest({ code: 'request-invalid', message: 'The form is damaged, or ends before it is complete' })
}
