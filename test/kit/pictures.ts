import { crc32 } from 'node:zlib'
import sharp from 'sharp'

let made = 0

/** A small sound picture of one colour; every one has other bytes. */
export async function somePicture(width = 64, height = 48): Promise<Buffer> {
  made += 1
  const background = { r: made % 256, g: (made >> 8) % 256, b: 90 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** The first bytes of a PNG that says it has 40,000 × 40,000 pixels: a few bytes that would fill the memory. */
export function decompressionBomb(): Buffer {
  return bombPng(40_000, 40_000)
}

/** A few bytes that say they are a PNG of this size. */
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
