import type { Orientation } from '#common/geometry/affine'

/** The tag stands in the first segments of a file. */
const MAX_HEAD = 256 * 1024

/** How a JPEG is to be turned before it is shown, as its EXIF says; 1 where nothing says it, and for files of other kinds. */
export async function jpegOrientation(bytes: AsyncIterable<Uint8Array>): Promise<Orientation> {
  const head = await headOf(bytes)
  if (head.byteLength < 4 || head.getUint16(0) !== 0xffd8) return 1
  for (let at = 2; at + 4 <= head.byteLength && head.getUint8(at) === 0xff; ) {
    const [marker, length] = [head.getUint8(at + 1), head.getUint16(at + 2)]
    const end = at + 2 + length
    if (marker === 0xda || end > head.byteLength) return 1
    if (marker === 0xe1 && isExif(head, at + 4, end)) return orientationIn(head, at + 10, end)
    at = end
  }
  return 1
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<DataView> {
  const head = new Uint8Array(MAX_HEAD)
  let length = 0
  for await (const chunk of bytes) {
    const part = chunk.subarray(0, MAX_HEAD - length)
    head.set(part, length)
    length += part.byteLength
    if (length === MAX_HEAD) break
  }
  return new DataView(head.buffer, 0, length)
}

/** `Exif`, two zeros, and at least the header of a TIFF. */
function isExif(head: DataView, at: number, end: number): boolean {
  return end - at >= 14 && head.getUint32(at) === 0x45786966 && head.getUint16(at + 4) === 0
}

/** The tag 0x0112 of the first directory of a TIFF. */
function orientationIn(head: DataView, start: number, end: number): Orientation {
  const isLittle = head.getUint16(start) === 0x4949
  const first = start + head.getUint32(start + 4, isLittle)
  if (first + 2 > end) return 1
  const count = head.getUint16(first, isLittle)
  for (let at = first + 2, left = count; left > 0 && at + 12 <= end; at += 12, left -= 1) {
    if (head.getUint16(at, isLittle) === 0x0112) return asOrientation(head.getUint16(at + 8, isLittle))
  }
  return 1
}

const ORIENTATIONS: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

function asOrientation(value: number): Orientation {
  return ORIENTATIONS.find((orientation) => orientation === value) ?? 1
}
