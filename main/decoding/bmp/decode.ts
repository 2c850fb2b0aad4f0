import { message } from '#common/messages/message'
import { BmpError, type BmpHeader, readBmpHeader } from './header.ts'
import { type Pause, unpackRle } from './rle.ts'
import { maskedRows, paletteRows, type RowReader, trueColourRows } from './rows.ts'

/** 8-bit samples, row by row from the top: red, green, blue and, if the file has it, alpha. */
export interface BmpPixels {
  readonly data: Uint8Array
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** Bytes decoded between two checks of the clock. */
const LOOK_BYTES = 256 * 1024
/** Milliseconds of work before yielding to other tasks. */
const SLICE_MS = 8

/**
 * Decodes a BMP, which libvips does not read. The caller has checked the size in the header. Throws a `BmpError` for
 * data that is truncated or points outside the file; `breathe` is awaited between slices of work.
 */
export async function decodeBmp(bytes: Uint8Array, breathe: () => Promise<void>): Promise<BmpPixels> {
  const header = readBmpHeader(bytes)
  const { width, height, packing, masks } = header
  const channels = masks.alpha === 0 ? 3 : 4
  const pause = pauses(breathe)
  const source = packing === 'plain' ? plainSource(bytes, header) : await rleSource(bytes, header, pause)
  const readRow = rowReader(bytes, { ...header, bitsPerPixel: source.bitsPerPixel })
  const data = new Uint8Array(width * height * channels)
  const rowBytes = width * channels
  for (let row = 0; row < height; row += 1) {
    const stored = header.isTopDown ? row : height - 1 - row
    const line = source.rows.subarray(stored * source.stride, (stored + 1) * source.stride)
    readRow(line, data.subarray(row * rowBytes, (row + 1) * rowBytes))
    if ((row * rowBytes) % LOOK_BYTES < rowBytes) await pause()
  }
  if (channels === 4) opaqueIfInvisible(data)
  return { data, width, height, channels }
}

interface RowSource {
  readonly rows: Uint8Array
  readonly stride: number
  readonly bitsPerPixel: BmpHeader['bitsPerPixel']
}

function plainSource(bytes: Uint8Array, { width, height, bitsPerPixel, pixelsAt }: BmpHeader): RowSource {
  const stride = Math.ceil((bitsPerPixel * width) / 32) * 4
  const missing = pixelsAt + stride * height - bytes.byteLength
  // Some writers omit the padding of the last row.
  if (missing >= 4 || (missing > 0 && missing > stride - Math.ceil((bitsPerPixel * width) / 8)))
    throw new BmpError(message('image-cut-short'))
  return { rows: bytes.subarray(pixelsAt), stride, bitsPerPixel }
}

async function rleSource(bytes: Uint8Array, header: BmpHeader, pause: Pause): Promise<RowSource> {
  const { width, pixelsAt } = header
  if (pixelsAt >= bytes.byteLength) throw new BmpError(message('image-cut-short'))
  return { rows: await unpackRle(bytes.subarray(pixelsAt), header, pause), stride: width, bitsPerPixel: 8 }
}

function rowReader(bytes: Uint8Array, header: BmpHeader): RowReader {
  const { bitsPerPixel, masks, palette } = header
  if (bitsPerPixel === 24) return trueColourRows
  if (bitsPerPixel === 16 || bitsPerPixel === 32) return maskedRows(masks, bitsPerPixel)
  const { at, entryBytes, entries } = palette
  if (at + entries * entryBytes > bytes.byteLength) throw new BmpError(message('bmp-colours-cut-short'))
  return paletteRows(bytes.subarray(at, at + entries * entryBytes), entryBytes, bitsPerPixel)
}

/** Writers without transparency leave alpha at 0 throughout. */
function opaqueIfInvisible(data: Uint8Array): void {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return
  for (let at = 3; at < data.length; at += 4) data[at] = 255
}

function pauses(breathe: () => Promise<void>): Pause {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await breathe()
    since = performance.now()
  }
}
