import { message } from '#common/messages/message'
import { BmpError, type BmpHeader } from './header.ts'

/** Codes after a 0: end of row, end of image, move the position. Any other number counts raw pixels. */
const [END_OF_ROW, END_OF_IMAGE, MOVE] = [0, 1, 2]

/** Yields to other tasks when a slice of work is over. */
export type Pause = () => Promise<void>

/** Runs between two checks of the clock. */
const STEPS_AT_ONCE = 4096

/**
 * Unpacks run lengths (RLE8, RLE4) to one byte per pixel, with rows from the bottom as in the file. Pixels outside all
 * runs are 0, and runs beyond a row end at its border, as in other readers. Throws a `BmpError` if the runs end before
 * the last row has begun.
 */
export async function unpackRle(packed: Uint8Array, header: BmpHeader, pause: Pause): Promise<Uint8Array> {
  const { width, height, packing } = header
  const unpacking = { packed, width, height, isNibbles: packing === 'rle4', rows: new Uint8Array(width * height) }
  const place: Place = { at: 0, x: 0, y: 0, isOver: false }
  for (let steps = 1; place.y < height && !place.isOver; steps += 1) {
    if (place.at + 1 < packed.length) takeStep(unpacking, place)
    else if (place.y === height - 1) place.isOver = true
    else throw new BmpError(message('image-cut-short'))
    if (steps % STEPS_AT_ONCE === 0) await pause()
  }
  return unpacking.rows
}

interface Unpacking extends Pick<BmpHeader, 'width' | 'height'> {
  readonly packed: Uint8Array
  readonly isNibbles: boolean
  readonly rows: Uint8Array
}

interface Place {
  /** Offset of the next two bytes. */
  at: number
  x: number
  y: number
  isOver: boolean
}

function takeStep(unpacking: Unpacking, place: Place): void {
  const { packed } = unpacking
  const [count = 0, code = 0] = [packed[place.at], packed[place.at + 1]]
  place.at += 2
  if (count > 0) return putRun(unpacking, place, { count, code })
  switch (code) {
    case END_OF_ROW:
      place.x = 0
      place.y += 1
      return
    case END_OF_IMAGE:
      place.isOver = true
      return
    case MOVE:
      place.x += packed[place.at] ?? 0
      place.y += packed[place.at + 1] ?? 0
      place.at += 2
      return
    default:
      putPixels(unpacking, place, code)
  }
}

function putRun(
  unpacking: Unpacking,
  place: Place,
  { count, code }: { readonly count: number; readonly code: number },
): void {
  for (let nth = 0; nth < count; nth += 1) put(unpacking, place, unpacking.isNibbles ? nibbleOf(code, nth) : code)
}

function putPixels(unpacking: Unpacking, place: Place, count: number): void {
  const { packed, isNibbles } = unpacking
  for (let nth = 0; nth < count; nth += 1) {
    const byte = packed[place.at + (isNibbles ? nth >> 1 : nth)] ?? 0
    put(unpacking, place, isNibbles ? nibbleOf(byte, nth) : byte)
  }
  const bytes = isNibbles ? Math.ceil(count / 2) : count
  // An odd number of bytes is followed by a padding byte.
  place.at += bytes + (bytes % 2)
}

function put({ rows, width, height }: Unpacking, place: Place, value: number): void {
  if (place.x < width && place.y < height) rows[place.y * width + place.x] = value
  place.x += 1
}

/** Pixels alternate between the upper and the lower half of a byte. */
function nibbleOf(byte: number, nth: number): number {
  return nth % 2 === 0 ? byte >> 4 : byte & 15
}
