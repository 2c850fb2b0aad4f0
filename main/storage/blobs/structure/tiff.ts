import { type ImageFormat, latin } from './format.ts'

/** TIFF 6.0: directories whose entries say where their values lie, and of which two say where the pixels do. */
export const TIFF: ImageFormat = {
  contentType: 'image/tiff',
  begins: (bytes) => ['II*\0', 'MM\0*'].includes(latin(bytes, 0, 4)),
  isWhole(bytes) {
    const file = tiffFile(bytes)
    let at = file.read(4, 4)
    for (let page = 0; page < MOST_PAGES && (page === 0 || at !== 0); page += 1) {
      const count = file.read(at, 2)
      if (!isWholePage(file, at, count)) return false
      at = file.read(at + 2 + count * ENTRY_BYTES, 4)
    }
    return true
  },
  pixels(bytes) {
    const file = tiffFile(bytes)
    const [width, height] = SIDES.map((side) => sideOf(file, file.read(4, 4), side))
    return (width ?? 0) * (height ?? 0)
  },
}

/** Tags of the width and the height. */
const SIDES = [256, 257] as const

/** A number of the first page. */
function sideOf(file: TiffFile, start: number, wanted: number): number {
  const count = Math.min(file.read(start, 2), MOST_ENTRIES)
  for (let index = 0; index < count; index += 1) {
    const { tag, size, at } = entryAt(file, start + 2 + index * ENTRY_BYTES)
    if (tag === wanted) return file.read(at, Math.min(size, 4))
  }
  return 0
}

const ENTRY_BYTES = 12
/** Files have fewer by far; nobody should be able to make a reader walk for long. */
const MOST_PAGES = 100
const MOST_ENTRIES = 1000
const MOST_STRIPS = 1_000_000

/** Bytes of a value by its type: byte, text, short, long, fraction … */
const SIZES = [1, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const PLACES = { strips: [273, 279], tiles: [324, 325] } as const

interface Entry {
  readonly tag: number
  readonly size: number
  readonly count: number
  /** Where its values begin. */
  readonly at: number
}

type TiffFile = ReturnType<typeof tiffFile>

function tiffFile(bytes: Buffer) {
  const isLittle = bytes[0] === 0x49
  return {
    length: bytes.length,
    /** A number of so many bytes, in the order of the file. */
    read: (at: number, count: number) => (isLittle ? bytes.readUIntLE(at, count) : bytes.readUIntBE(at, count)),
  }
}

function isWholePage(file: TiffFile, start: number, count: number): boolean {
  if (count > MOST_ENTRIES) return false
  const entries = Array.from({ length: count }, (_, index) => entryAt(file, start + 2 + index * ENTRY_BYTES))
  if (entries.some(({ at, size, count: values }) => at + size * values > file.length)) return false
  const tagged = (tag: number) => entries.find((entry) => entry.tag === tag)
  const [places, lengths] = tagged(PLACES.tiles[0]) ? PLACES.tiles : PLACES.strips
  return arePixelsInside(file, tagged(places), tagged(lengths))
}

function entryAt({ read }: TiffFile, at: number): Entry {
  const size = SIZES[read(at + 2, 2)] ?? 1
  const count = read(at + 4, 4)
  return { tag: read(at, 2), size, count, at: size * count <= 4 ? at + 8 : read(at + 8, 4) }
}

function arePixelsInside(file: TiffFile, places: Entry | undefined, lengths: Entry | undefined): boolean {
  if (!places || !lengths || places.count === 0 || places.count > MOST_STRIPS) return false
  const valueOf = ({ at, size }: Entry, index: number) => file.read(at + index * size, size)
  for (let index = 0; index < places.count; index += 1)
    if (valueOf(places, index) + valueOf(lengths, index) > file.length) return false
  return true
}
