import { promisify } from 'node:util'
import { crc32, inflate, inflateSync } from 'node:zlib'
import type { Size } from '#common/geometry/space'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { GREY, PALETTE, RGB, SIGNATURE } from '../png.ts'
import { alphaOf, type Layout, unfiltered, unfilteredAtOnce, valuesOf } from './rows.ts'

/** The pixels of a PNG, row by row. */
export interface PngPixels extends Size {
  /** For each pixel its gray level as it is written, the place of its color, or the color itself as 0xRRGGBB. */
  readonly values: Uint8Array | Uint16Array | Uint32Array
  /** The colors that the values are places of, as 0xRRGGBB. */
  readonly palette: readonly number[] | undefined
  readonly isColoured: boolean
  /** How opaque each pixel is; absent where the image has no channel for it. */
  readonly alpha?: Uint8Array
}

/** More pixels than images have that are taken in; asked before anything is unpacked. */
const MAX_PIXELS = 100_000_000

const CHANNELS: ReadonlyMap<number, Layout['channels']> = new Map([
  [GREY, 1],
  [RGB, 3],
  [PALETTE, 1],
  [4, 2],
  [6, 4],
])

const unpacked = promisify<Uint8Array, { readonly maxOutputLength: number }, Buffer>(inflate)

/**
 * Reads a PNG strictly: checksums count, and it must unpack to exactly the pixels that its head announces. Transparency is passed
 * over. The refusal says what is wrong, as the rest of a sentence that begins with "the PNG". `pause` is called between rows.
 */
export async function readPng(
  bytes: Uint8Array,
  pause?: () => Promise<void> | undefined,
): Promise<Result<PngPixels, Message>> {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!chunks.ok) return chunks
  const layout = layoutOf(chunks.value.head)
  if (!layout.ok) return layout
  const { height, rowBytes } = layout.value
  const size = height * (rowBytes + 1)
  const rows = await unpack(chunks.value.data, size)
  if (rows?.length !== size) return err(UNFIT)
  if (!(await unfiltered(rows, layout.value, pause))) return err(UNKNOWN_FILTER)
  return pixelsIn(rows, layout.value, chunks.value)
}

/** The same at once, for small images that lie in texts: nothing larger than `most` is unpacked. */
export function readPngAtOnce(bytes: Uint8Array, most: Size): Result<PngPixels, Message> {
  const chunks = readChunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!chunks.ok) return chunks
  const layout = layoutOf(chunks.value.head)
  if (!layout.ok) return layout
  const { width, height, rowBytes } = layout.value
  if (width > most.width || height > most.height) return err(message('png-larger-than-image'))
  const size = height * (rowBytes + 1)
  const rows = inflatedAtOnce(chunks.value.data, size)
  if (rows?.length !== size) return err(UNFIT)
  return unfilteredAtOnce(rows, layout.value) ? pixelsIn(rows, layout.value, chunks.value) : err(UNKNOWN_FILTER)
}

/** Unpacks what zlib packed; undefined where it is damaged or becomes longer than `most` bytes. */
export function inflatedAtOnce(data: Uint8Array, most: number): Buffer | undefined {
  try {
    return inflateSync(data, { maxOutputLength: most })
  } catch {
    return undefined
  }
}

const UNFIT = message('png-not-unpacked')
const UNKNOWN_FILTER = message('png-filter-unknown')

function pixelsIn(
  rows: Uint8Array,
  layout: ColouredLayout,
  chunks: Pick<Chunks, 'palette'>,
): Result<PngPixels, Message> {
  const { width, height, channels, colours } = layout
  const palette = colours === PALETTE ? coloursOf(chunks.palette) : undefined
  const values = valuesOf(rows, layout)
  if (palette && values.some((value) => value >= palette.length)) return err(message('png-colour-not-listed'))
  const isSeeThrough = channels === 2 || channels === 4
  const alpha = isSeeThrough ? { alpha: alphaOf(rows, layout) } : {}
  return ok({ width, height, values, palette, isColoured: channels > 2, ...alpha })
}

interface ColouredLayout extends Layout {
  readonly colours: number
}

interface Chunks {
  readonly head: Buffer
  readonly palette: Buffer
  readonly data: Buffer
}

function readChunks(bytes: Buffer): Result<Chunks, Message> {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return err(message('png-not-png'))
  const contents: { type: string; content: Buffer }[] = []
  for (let at = SIGNATURE.length; contents.at(-1)?.type !== 'IEND'; ) {
    const end = at + 12 <= bytes.length ? at + 12 + bytes.readUInt32BE(at) : Infinity
    if (end > bytes.length) return err(message('png-cut-off'))
    const sum = crc32(bytes.subarray(at + 4, end - 4))
    if (sum !== bytes.readUInt32BE(end - 4)) return err(message('png-checksum-differs'))
    contents.push({ type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, end - 4) })
    at = end
  }
  const all = (wanted: string) => contents.flatMap(({ type, content }) => (type === wanted ? [content] : []))
  const [head] = all('IHDR')
  const [palette = Buffer.alloc(0)] = all('PLTE')
  return head ? ok({ head, palette, data: Buffer.concat(all('IDAT')) }) : err(message('png-without-header'))
}

function layoutOf(head: Buffer): Result<ColouredLayout, Message> {
  if (head.length !== 13) return err(message('png-header-damaged'))
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth = 0, colours = 0, , , interlaced] = head.subarray(8)
  const channels = CHANNELS.get(colours)
  if (channels === undefined || !depthsOf(colours).includes(depth)) return err(message('png-colours-unknown'))
  if (interlaced !== 0) return err(message('png-interlaced'))
  if (width === 0 || height === 0) return err(message('png-without-pixels'))
  if (width * height > MAX_PIXELS) return err(message('png-too-many-pixels', { width, height }))
  return ok({ width, height, depth, channels, colours, rowBytes: Math.ceil((width * channels * depth) / 8) })
}

function depthsOf(colours: number): readonly number[] {
  if (colours === GREY) return [1, 2, 4, 8, 16]
  return colours === PALETTE ? [1, 2, 4, 8] : [8, 16]
}

async function unpack(data: Buffer, size: number): Promise<Buffer | undefined> {
  try {
    return await unpacked(data, { maxOutputLength: size })
  } catch {
    return undefined
  }
}

function coloursOf(palette: Buffer): readonly number[] {
  return Array.from({ length: Math.floor(palette.length / 3) }, (_, place) => palette.readUIntBE(place * 3, 3))
}
