import { crc32 } from 'node:zlib'
import sharp from 'sharp'

let made = 0

/**
 * Returns a small valid image of one color. All have different bytes, and each looks like the one before. Test files
 * share a process, so the count may be anywhere: red increases and decreases, because a jump from 255 to 0 would be
 * another color.
 */
export async function someImage(width = 64, height = 48): Promise<Buffer> {
  made += 1
  const [r, g] = [made % 256, (made >> 8) % 256]
  const background = { r: g % 2 === 0 ? r : 255 - r, g, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Returns a gray TIFF with 32-bit floating-point samples. */
export function floatTiff(width: number, height: number): Buffer {
  const [directoryAt, bytes] = [8, width * height * 4]
  // Tag, type (3 is 16 bits, 4 is 32), value: size, bits, compression, gray, offset, samples per pixel, rows, length,
  // floating point.
  const fields = [
    [256, 4, width] as const,
    [257, 4, height] as const,
    [258, 3, 32] as const,
    [259, 3, 1] as const,
    [262, 3, 1] as const,
    [273, 4, 0] as const,
    [277, 3, 1] as const,
    [278, 4, height] as const,
    [279, 4, bytes] as const,
    [339, 3, 3] as const,
  ]
  const samplesAt = directoryAt + 2 + fields.length * 12 + 4
  const file = Buffer.alloc(samplesAt + bytes)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  file.writeUInt16LE(fields.length, directoryAt)
  for (const [nth, [tag, type, value]] of fields.entries()) {
    const at = directoryAt + 2 + 12 * nth
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(1, at + 4)
    file.writeUInt32LE(tag === 273 ? samplesAt : value, at + 8)
  }
  for (let i = 0; i < width * height; i++) file.writeFloatLE(i / (width * height), samplesAt + 4 * i)
  return file
}

/** Returns the header of a PNG of 40,000 × 40,000 pixels, which would fill the memory when decoded. */
export function decompressionBomb(): Buffer {
  return bombPng(40_000, 40_000)
}

/** Returns the header of a PNG of this size. */
export function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c630000000100010', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
