import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import type { ImageSource } from '#core/models/inference/operations'
import { openForm as openKitForm } from '../../kit/form.ts'
import { answer } from '../../kit/refused-request.ts'
import { MAX_BODY_BYTES } from '../errors.ts'
import type { ImageInput } from '../schemas/kit.ts'
import { decodeArrived } from './base64-pieces.ts'

/** An image as a request of the legacy operation brings it: still to be read, or the bytes of a file. */
export type LegacyImage = { readonly image: ImageInput } | { readonly source: ImageSource }

/** Leaves bodies as bytes, and takes forms with a file. */
export async function readLegacyBodies(server: FastifyInstance): Promise<void> {
  server.removeAllContentTypeParsers()
  const reading = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
  server.addContentTypeParser('*', reading, (_request, bytes: Buffer, done) => done(null, bytes))
  const limits = { fileSize: MAX_BODY_BYTES, files: 2, fields: 50, fieldSize: 64 * 1024 }
  await server.register(fastifyMultipart, { limits, isPartAFile: (field) => field === 'file' })
}

interface Told {
  /** Address of the image. */
  readonly image?: string | undefined
  readonly image_type: string
}

/**
 * Looks for the image: the address in the query counts before the body; then a form with a file; then the body as text, whatever type
 * it is sent under, for clients send bare base64 text as `application/json`.
 */
export async function openLegacyImage(request: FastifyRequest, { image, image_type }: Told): Promise<LegacyImage> {
  if (image) return { image: { type: 'url', value: image } }
  if (request.headers['content-type'] === undefined) return answer(noType())
  if (request.isMultipart()) return openForm(request)
  const bytes = await bodyBytes(request)
  const type = image_type.toLowerCase()
  // A bare pickle begins with its protocol, which is no letter of base64.
  if (type === 'numpy' && bytes[0] === PICKLE_MARK) return { source: { kind: 'pickled', bytes } }
  if (isImageFile(bytes)) return answer(unusable(message('input-is-file')))
  if (type !== 'base64' || bytes.length < LONG_BYTES) return { image: { type, value: bytes.toString('latin1') } }
  const decoded = await decodeArrived(bytes)
  return decoded.ok ? { source: { kind: 'encoded', bytes: decoded.value } } : answer(unusable(decoded.error))
}

const PICKLE_MARK = 0x80
/** Shorter text is decoded in a few milliseconds. */
const LONG_BYTES = 1024 * 1024

/** JPEG and PNG, as the first bytes tell them. */
function isImageFile(bytes: Buffer): boolean {
  return bytes[0] === 0xff || bytes[0] === 0x89
}

async function openForm(request: FastifyRequest): Promise<LegacyImage> {
  const { file } = await openKitForm(request, 'file')
  if (file === undefined) return answer(unusable(message('input-form-without-file')))
  const chunks: Uint8Array[] = []
  for await (const chunk of file.bytes) chunks.push(chunk)
  return { source: { kind: 'encoded', bytes: Buffer.concat(chunks) } }
}

/** A GET with a body is read here: the framework leaves it. */
async function bodyBytes({ body, raw, method }: FastifyRequest): Promise<Buffer> {
  if (Buffer.isBuffer(body)) return body
  const chunks: Uint8Array[] = []
  if (method !== 'GET') return Buffer.alloc(0)
  let size = 0
  for await (const given of raw.iterator({ destroyOnReturn: false })) {
    const chunk = Chunk.parse(given)
    size += chunk.length
    if (size > MAX_GET_BYTES) return answer(unusable(message('input-get-too-large')))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const Chunk = z.instanceof(Uint8Array)
const MAX_GET_BYTES = 10 * 1024 * 1024

function noType() {
  return refuse('request-without-image')
}

function unusable(cause: Message) {
  return refuse('input-image-unreadable', {}, cause)
}
