/** A BMP to make, by its header fields. */
export interface BmpWish {
  readonly width: number
  /** Negative for rows from top to bottom. */
  readonly height: number
  readonly bits: number
  readonly compression?: number
  readonly headerBytes?: number
  /** Red, green and blue of each color. */
  readonly palette?: readonly (readonly number[])[]
  readonly masks?: readonly number[]
  /** The bytes of each row as in the file, without padding. */
  readonly rows: readonly (readonly number[])[]
  /** Run lengths need no padding. */
  readonly isPacked?: boolean
}

const CORE_BYTES = 12
const INFO_BYTES = 40

/** Returns the bytes of a BMP. */
export function bmp(wish: BmpWish): Buffer {
  const { headerBytes = INFO_BYTES, masks = [], rows, isPacked = false } = wish
  const header = headerBytes === CORE_BYTES ? coreHeader(wish) : infoHeader(wish, headerBytes)
  const maskBytes = Buffer.alloc(4 * masks.length)
  for (const [nth, mask] of masks.entries()) maskBytes.writeUInt32LE(mask, 4 * nth)
  if (headerBytes > INFO_BYTES) maskBytes.copy(header, INFO_BYTES)
  const head = [header, ...(headerBytes === INFO_BYTES ? [maskBytes] : []), colours(wish, headerBytes)]
  const lines = rows.map((row) => Buffer.from([...row, ...(isPacked ? [] : Array(-row.length & 3).fill(0))]))
  const file = Buffer.alloc(14)
  file.write('BM', 'latin1')
  file.writeUInt32LE(14 + Buffer.concat(head).length, 10)
  return Buffer.concat([file, ...head, ...lines])
}

function coreHeader({ width, height, bits }: BmpWish): Buffer {
  const header = Buffer.alloc(CORE_BYTES)
  header.writeUInt32LE(CORE_BYTES, 0)
  for (const [nth, value] of [width, height, 1, bits].entries()) header.writeUInt16LE(value, 4 + 2 * nth)
  return header
}

function infoHeader({ width, height, bits, compression = 0, palette = [] }: BmpWish, headerBytes: number): Buffer {
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(headerBytes, 0)
  header.writeInt32LE(width, 4)
  header.writeInt32LE(height, 8)
  header.writeUInt16LE(1, 12)
  header.writeUInt16LE(bits, 14)
  header.writeUInt32LE(compression, 16)
  header.writeUInt32LE(bits <= 8 ? palette.length : 0, 32)
  return header
}

/** OS/2 has no color count, so the palette is as long as the bits allow. */
function colours({ bits, palette = [] }: BmpWish, headerBytes: number): Buffer {
  if (bits > 8) return Buffer.alloc(0)
  const isCore = headerBytes === CORE_BYTES
  const listed = palette.flatMap(([red = 0, green = 0, blue = 0]) => [blue, green, red, ...(isCore ? [] : [0])])
  return Buffer.concat([Buffer.from(listed), Buffer.alloc(isCore ? 3 * 2 ** bits - listed.length : 0)])
}
