import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { Size } from '#common/geometry/space'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const GREY = 0

const packed = promisify<Uint8Array, Buffer>(deflate)

/** A grey PNG with one value a pixel, row by row: 8 bits each, or 16 when they come as 16. */
export async function greyPng(values: Uint8Array | Uint16Array, { width, height }: Size): Promise<Uint8Array> {
  const depth = values.BYTES_PER_ELEMENT * 8
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, GREY], 8)
  const rows = await packed(unfilteredRows(values, { width, height }))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', new Uint8Array())])
}

/** Each row begins with the number of its filter, 0 for none; 16 bits have the higher byte first. */
function unfilteredRows(values: Uint8Array | Uint16Array, { width, height }: Size): Uint8Array {
  const bytesEach = values.BYTES_PER_ELEMENT
  const rows = Buffer.alloc((1 + width * bytesEach) * height)
  for (let row = 0; row < height; row += 1) {
    const start = row * (1 + width * bytesEach) + 1
    if (values instanceof Uint8Array) {
      rows.set(values.subarray(row * width, (row + 1) * width), start)
      continue
    }
    for (let x = 0; x < width; x += 1) rows.writeUInt16BE(values[row * width + x] ?? 0, start + x * 2)
  }
  return rows
}

function chunk(type: string, content: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(content.length + 12)
  bytes.writeUInt32BE(content.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(content, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, content.length + 8)), content.length + 8)
  return bytes
}
