import { type ImageFormat, latin } from './format.ts'

/** RFC 9649: a RIFF file, whose chunks hold the image or the frames of a moving one. */
export const WEBP: ImageFormat = {
  contentType: 'image/webp',
  begins: (bytes) => latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP',
  isWhole(bytes) {
    const end = bytes.readUInt32LE(4) + 8
    if (end > bytes.length) return false
    for (let at = 12; at + 8 <= end; ) {
      const length = bytes.readUInt32LE(at + 4)
      if (['VP8 ', 'VP8L', 'ANMF'].includes(latin(bytes, at, at + 4))) return at + 8 + length <= end
      at += 8 + length + (length % 2)
    }
    return false
  },
}
