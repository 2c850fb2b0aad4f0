import { setImmediate } from 'node:timers/promises'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import { FetchBrokenError, type ImageFetcher } from '#core/dataset/images/fetch-ports'
import type { ImageSource } from '#core/models/inference/operations'
import { decodeBase64 } from '../../kit/base64.ts'
import { answer } from '../../kit/refused-request.ts'
import { MAX_BODY_BYTES } from '../errors.ts'
import type { ImageInput } from '../schemas/kit.ts'

interface Fetching {
  readonly fetcher: ImageFetcher
  readonly signal: AbortSignal
}

/** Addresses that are asked at the same time for one request */
const FETCHES_AT_ONCE = 4

/** The images of a request, in their order. The first that cannot be used is refused by its cause. Others have their turn between them. */
export async function readImages(images: readonly ImageInput[], fetching: Fetching): Promise<ImageSource[]> {
  const sources: ImageSource[] = []
  for (let start = 0; start < images.length; start += FETCHES_AT_ONCE) {
    const some = images.slice(start, start + FETCHES_AT_ONCE)
    const read = await Promise.all(some.map((image) => readImage(image, fetching)))
    for (const image of read) sources.push(answer(image))
    if (start + FETCHES_AT_ONCE < images.length) await setImmediate()
  }
  return sources
}

/** One object or a list of them; `isList` says whether the answer is a list too. */
export function imagesIn(image: ImageInput | readonly ImageInput[]): {
  readonly images: readonly ImageInput[]
  readonly isList: boolean
} {
  return isList(image) ? { images: image, isList: true } : { images: [image], isList: false }
}

function isList(image: ImageInput | readonly ImageInput[]): image is readonly ImageInput[] {
  return Array.isArray(image)
}

async function readImage({ type, value }: ImageInput, fetching: Fetching): Promise<Result<ImageSource, Refusal>> {
  switch (type.toLowerCase()) {
    case 'base64':
      return decoded(value, 'encoded')
    case 'numpy':
      return decoded(value, 'pickled')
    case 'url':
      if (value instanceof Uint8Array) return unusable(message('input-address-too-long'))
      return typeof value === 'string' ? fetchImage(value, fetching) : unusable(message('input-address-not-text'))
    case 'multipart':
    case 'pil':
    case 'file':
    case 'numpy_object':
      return unusable(message('input-type-not-taken', { type }))
    default:
      return unusable(message('input-type-unknown', { type: shorten(type) }))
  }
}

function decoded(value: unknown, kind: 'encoded' | 'pickled'): Result<ImageSource, Refusal> {
  if (value === null || value === undefined) return unusable(message('input-image-empty'))
  if (value instanceof Uint8Array)
    return value.length === 0 ? unusable(message('input-not-base64')) : ok({ kind, bytes: value })
  if (typeof value !== 'string') return unusable(message('input-not-base64'))
  const bytes = decodeBase64(value)
  return bytes.ok ? ok({ kind, bytes: bytes.value }) : unusable(bytes.error)
}

async function fetchImage(url: string, { fetcher, signal }: Fetching): Promise<Result<ImageSource, Refusal>> {
  const opened = await fetcher.open(url, signal)
  if (!opened.ok) return unusable(opened.error)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of opened.value) {
      size += chunk.length
      if (size > MAX_BODY_BYTES) return unusable(message('input-larger-than', { most: MAX_BODY_BYTES / 1024 / 1024 }))
      chunks.push(chunk)
    }
  } catch (failure) {
    if (!(failure instanceof FetchBrokenError)) throw failure
    return unusable(failure.refusal)
  }
  return size === 0 ? unusable(message('input-image-empty')) : ok({ kind: 'encoded', bytes: Buffer.concat(chunks) })
}

function unusable(cause: Message) {
  return refuse('input-image-unreadable', {}, cause)
}
