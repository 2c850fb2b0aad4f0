import { promisify } from 'node:util'
import { crc32, deflate, deflateSync } from 'node:zlib'
import type { Size } from '#common/geometry/space'

export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
export const GREY = 0
export const RGB = 2
export const PALETTE = 3
const RGBA = 6

const packed = promisify<Uint8Array, Buffer>(deflate)

/** A PNG's description of its pixels, and the pixels themselves: row by row, the higher byte first. */
interface Pixels {
  readonly depth: number
  readonly colours: typeof GREY | typeof RGB | typeof PALETTE | typeof RGBA
  readonly bytes: Uint8Array
  readonly palette?: Uint8Array
}

/** A gray PNG with one value a pixel, row by row: 8 bits each, or 16 when they come as 16. */
export async function greyPng(values: Uint8Array | Uint16Array, size: Size): Promise<Uint8Array> {
  const bytes = values instanceof Uint8Array ? values : highByteFirst(values)
  return png({ depth: values.BYTES_PER_ELEMENT * 8, colours: GREY, bytes }, size)
}

/** The same of 8 bits in base64, at once: for the small images that lie in texts. */
export function greyPngText(bytes: Uint8Array, size: Size): string {
  const rows = deflateSync(unfilteredRows(bytes, size.height))
  return assembled(rows, { depth: 8, colours: GREY, bytes }, size).toString('base64')
}

/** A PNG with the place of a color for each pixel, row by row, and the colors as three bytes each. */
export async function palettePng(places: Uint8Array, palette: Uint8Array, size: Size): Promise<Uint8Array> {
  return png({ depth: 8, colours: PALETTE, bytes: places, palette }, size)
}

/** A PNG with red, green and blue of each pixel, row by row. */
export async function rgbPng(bytes: Uint8Array, size: Size): Promise<Uint8Array> {
  return png({ depth: 8, colours: RGB, bytes }, size)
}

/** The same with how much each pixel covers, from 0 to 255, after its colors. */
export async function rgbaPng(bytes: Uint8Array, size: Size): Promise<Uint8Array> {
  return png({ depth: 8, colours: RGBA, bytes }, size)
}

async function png(pixels: Pixels, size: Size): Promise<Uint8Array> {
  return assembled(await packed(unfilteredRows(pixels.bytes, size.height)), pixels, size)
}

function assembled(rows: Buffer, { depth, colours, palette }: Pixels, { width, height }: Size): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colours], 8)
  const table = palette === undefined ? [] : [chunk('PLTE', palette)]
  const end = chunk('IEND', new Uint8Array())
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), ...table, chunk('IDAT', rows), end])
}

/** Each row begins with the number of its filter, 0 for none. */
function unfilteredRows(bytes: Uint8Array, height: number): Uint8Array {
  const length = bytes.length / height
  const rows = Buffer.alloc(bytes.length + height)
  for (let row = 0; row < height; row += 1) {
    rows.set(bytes.subarray(row * length, (row + 1) * length), row * (length + 1) + 1)
  }
  return rows
}

function highByteFirst(values: Uint16Array): Uint8Array {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(value, i * 2)
  return bytes
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8)
  return bytes
}
