import { open as openFile, readFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { type Orientation, orientedSize } from '#common/geometry/affine'
import type { ImageKind } from '#common/image-kinds'
import { message } from '#common/messages/message'
import { mostPixels } from '#core/dataset/images/rules'
import { decodeBmp } from './bmp/decode.ts'
import { BmpError, readBmpHeader } from './bmp/header.ts'
import type { DecodeBudget } from './budget.ts'
import { fromEncoded, fromRaw, type Metadata, type Sharp } from './engine.ts'
import { heldBytes } from './held-bytes.ts'
import { checkImageFile } from './image-file.ts'
import type { ImageHeader } from './image-header.ts'
import { HEAD_BYTES, isImageKind, kindOf } from './kinds.ts'
import { processBudget } from './process-budget.ts'
import { brokenImage, ImageRefusedError } from './refused.ts'

/** An encoded image: the path of its file, or its bytes. */
export type EncodedSource = string | Uint8Array

export interface Decoding {
  readonly signal?: AbortSignal | undefined
  /** Decoded bytes that the work holds besides the image, such as the pixels that it returns. */
  readonly makesBytes?: number
  /** Time limit of one pipeline. */
  readonly seconds?: number
  /** Whether to decode as much as possible of a damaged file. */
  readonly isTolerant?: boolean
  readonly budget?: DecodeBudget
}

/** An image of a known kind and an allowed size. */
export interface EncodedImage {
  readonly header: ImageHeader
  /**
   * Runs work on the decoded image as soon as the process has room for it. `open` starts a new pipeline; none may
   * outlive the work. Rejects with an `ImageRefusedError` for a damaged file.
   */
  decode<Value>(work: (open: () => Sharp) => Promise<Value>, decoding?: Decoding): Promise<Value>
}

/** Far more than any image in use needs. */
const DECODE_SECONDS = 120

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/**
 * Opens every image. The kind is detected from the first bytes, and only known kinds reach a decoder. Throws an
 * `ImageRefusedError` for other kinds, damaged headers and images with too many pixels, and a `DamagedFileError` if the
 * path is not a regular file.
 */
export async function openImage(source: EncodedSource): Promise<EncodedImage> {
  const head = typeof source === 'string' ? await readHead(source) : source.subarray(0, HEAD_BYTES)
  const kind = kindOf(head)
  if (!isImageKind(kind)) throw new ImageRefusedError({ kind: 'unsupported', detail: kind?.name ?? 'unknown' })
  const header = kind === 'bmp' ? bmpHeader(head) : await readHeader(source, kind)
  const pixels = header.stored.width * header.stored.height
  const limit = mostPixels(header)
  if (pixels > limit) throw new ImageRefusedError({ kind: 'too-many-pixels', pixels, limit })
  return { header, decode: (work, decoding = {}) => decodeWithin({ source, header }, work, decoding) }
}

interface Opened {
  readonly source: EncodedSource
  readonly header: ImageHeader
}

async function decodeWithin<Value>(
  { source, header }: Opened,
  work: (open: () => Sharp) => Promise<Value>,
  { signal, makesBytes = 0, seconds = DECODE_SECONDS, isTolerant = false, budget = processBudget() }: Decoding,
): Promise<Value> {
  const release = await budget.admit(heldBytes(header) + makesBytes, signal)
  try {
    signal?.throwIfAborted()
    const bmp = header.format === 'bmp' ? await readBmp(source) : undefined
    return await work(() => (bmp ? fromRaw(bmp.data, bmp) : fromEncoded(source, { isTolerant, seconds })))
  } catch (failure) {
    throw signal?.aborted === true ? failure : plainFailure(failure, { source, seconds })
  } finally {
    release()
  }
}

function plainFailure(
  failure: unknown,
  { source, seconds }: { readonly source: EncodedSource; readonly seconds: number },
) {
  if (failure instanceof BmpError) return brokenBmp(failure)
  // Only libvips throws errors without a class or a code of their own.
  if (!(failure instanceof Error) || failure.constructor !== Error || 'code' in failure) return failure
  if (failure.message.startsWith('timeout'))
    return new ImageRefusedError({ kind: 'broken', fault: message('image-decodes-too-slowly', { seconds }) }, failure)
  return brokenImage(failure, typeof source === 'string' ? source : undefined)
}

function brokenBmp(failure: BmpError): ImageRefusedError {
  return new ImageRefusedError({ kind: 'broken', fault: failure.fault }, failure)
}

async function readHeader(source: EncodedSource, format: ImageKind): Promise<ImageHeader> {
  const meta = await fromEncoded(source, { isTolerant: false, seconds: DECODE_SECONDS })
    .metadata()
    .catch((failure: unknown) => {
      if (typeof failure === 'object' && failure !== null && 'code' in failure) throw failure
      throw new ImageRefusedError({ kind: 'broken', fault: message('image-header-unreadable') }, failure)
    })
  return headerOf(meta, format)
}

function headerOf(meta: Metadata, format: ImageKind): ImageHeader {
  const stored = { width: meta.width, height: meta.height }
  const orientation = ORIENTATIONS.find((known) => known === meta.orientation) ?? 1
  const { channels, depth, space, pages = 1, isProgressive } = meta
  const displayed = orientedSize(orientation, stored)
  return { format, stored, displayed, orientation, channels, depth, space, pages, isProgressive }
}

function bmpHeader(head: Uint8Array): ImageHeader {
  try {
    const { width, height, masks } = readBmpHeader(head)
    const size = { width, height }
    const samples = { channels: masks.alpha === 0 ? 3 : 4, depth: 'uchar', space: 'srgb', pages: 1 }
    return { format: 'bmp', stored: size, displayed: size, orientation: 1, ...samples, isProgressive: false }
  } catch (failure) {
    throw failure instanceof BmpError ? brokenBmp(failure) : brokenImage(failure)
  }
}

async function readBmp(source: EncodedSource) {
  return decodeBmp(typeof source === 'string' ? await readFile(source) : source, breathe)
}

async function readHead(path: string): Promise<Uint8Array> {
  await checkImageFile(path)
  const file = await openFile(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
