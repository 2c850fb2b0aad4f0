import { type ImageFormat, latin } from './format.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** ISO/IEC 15948: chunks with their lengths from IHDR to IEND, with data in between. */
export const PNG: ImageFormat = {
  contentType: 'image/png',
  begins: (bytes) => bytes.subarray(0, 8).equals(SIGNATURE),
  isWhole(bytes) {
    let at = 8
    let hasData = false
    if (latin(bytes, 12, 16) !== 'IHDR') return false
    while (at + 12 <= bytes.length) {
      const type = latin(bytes, at + 4, at + 8)
      if (type === 'IEND') return hasData
      hasData ||= type === 'IDAT'
      at += 12 + bytes.readUInt32BE(at)
    }
    return false
  },
  pixels: (bytes) => bytes.readUInt32BE(16) * bytes.readUInt32BE(20),
}
