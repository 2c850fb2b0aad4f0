import type { ImageFormat } from './format.ts'

/** ITU T.81, annex B: segments with their lengths up to the scan, among them a frame header; the end marker behind. */
export const JPEG: ImageFormat = {
  contentType: 'image/jpeg',
  begins: (bytes) => bytes.readUIntBE(0, 3) === 0xffd8ff,
  isWhole(bytes) {
    let at = 2
    let hasFrame = false
    while (at + 4 <= bytes.length) {
      if (bytes[at] !== 0xff) return false
      const marker = bytes.readUInt8(at + 1)
      // The end marker cannot stand inside a scan; those of small previews stand in segments before it.
      if (marker === START_OF_SCAN) return hasFrame && bytes.lastIndexOf(END_OF_IMAGE) > at
      hasFrame ||= isFrameHeader(marker)
      at += marker === FILL ? 1 : 2 + bytes.readUInt16BE(at + 2)
    }
    return false
  },
  pixels(bytes) {
    let at = 2
    for (let marker = bytes.readUInt8(at + 1); marker !== START_OF_SCAN; marker = bytes.readUInt8(at + 1)) {
      if (isFrameHeader(marker)) return bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7)
      at += marker === FILL ? 1 : 2 + bytes.readUInt16BE(at + 2)
    }
    return 0
  },
}

const FILL = 0xff
const START_OF_SCAN = 0xda
const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/** SOF0 to SOF15, without DHT, JPG and DAC that lie among them. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
