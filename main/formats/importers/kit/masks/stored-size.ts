import type { Size } from '#common/geometry/space'
import type { DatasetFile, DatasetFiles } from '#core/exchange/datasets/ports'

/** A camera's notes stand before the size. */
const MOST_BYTES = 256 * 1024

/** The size of a PNG or a JPEG as its head says it; undefined of anything else. */
export async function storedSize(file: DatasetFile, dataset: DatasetFiles): Promise<Size | undefined> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of dataset.read(file)) {
    pieces.push(piece)
    length += piece.byteLength
    if (length >= MOST_BYTES) break
  }
  const bytes = Buffer.concat(pieces)
  return bytes.toString('latin1', 12, 16) === 'IHDR' && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : jpegSize(bytes)
}

function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const [mark = 0, kind = 0] = bytes.subarray(at, at + 2)
    if (mark !== 0xff) return undefined
    if (isFrame(kind)) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}

/** SOF0 to SOF15 but for the tables among them. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}
