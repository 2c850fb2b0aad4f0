import { type ImageFormat, latin } from './format.ts'

/** ISO/IEC 14496-12 and the AVIF brands: boxes with their lengths, among them the description and the data. */
export const AVIF: ImageFormat = {
  contentType: 'image/avif',
  begins(bytes) {
    const brands = latin(bytes, 8, Math.min(bytes.readUInt32BE(0), 200))
    return latin(bytes, 4, 8) === 'ftyp' && /^(?:.{4})*avi[fs]/s.test(brands)
  },
  isWhole(bytes) {
    const types = new Set<string>()
    let at = 0
    while (at + 8 <= bytes.length) {
      types.add(latin(bytes, at + 4, at + 8))
      const length = boxBytes(bytes, at)
      if (length < 8) return false
      at += length
    }
    return at === bytes.length && types.has('meta') && types.has('mdat')
  },
  pixels(bytes) {
    let most = 0
    for (let at = bytes.indexOf('ispe'); at >= 0 && at + 16 <= bytes.length; at = bytes.indexOf('ispe', at + 4)) {
      most = Math.max(most, bytes.readUInt32BE(at + 8) * bytes.readUInt32BE(at + 12))
    }
    return most
  },
}

/** 0 stands for all that follows, 1 for a length of eight bytes behind the type. */
function boxBytes(bytes: Buffer, at: number): number {
  const length = bytes.readUInt32BE(at)
  if (length === 0) return bytes.length - at
  return length === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : length
}
