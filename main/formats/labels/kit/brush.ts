import { type Refusal, refuse } from '#common/errors'
import { emptyMask, type Mask } from '#common/geometry/mask'
import type { Size } from '#common/geometry/space'
import { ok, type Result } from '#common/result'
import type { FilePlace } from './places.ts'

/** Reads numbers of any length of bits, the highest bit first; undefined behind the end. */
function bitReader(bytes: readonly number[]) {
  let at = 0
  return (bits: number): number | undefined => {
    if (at + bits > bytes.length * 8) return undefined
    let value = 0
    for (let i = 0; i < bits; i += 1, at += 1) value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
    return value
  }
}

/** Red, green, blue and alpha of each pixel; what was painted is opaque. */
const CHANNELS = 4
const ALPHA = 3

/**
 * The pixels of a brush of Label Studio: packed runs of the words of an RGBA image of the image's size, row by row. A head says how
 * many words there are, their length and the four lengths that a count may have.
 */
export function pixelsOfBrush(rle: readonly number[], frame: Size, place: FilePlace): Result<Mask, Refusal> {
  const read = bitReader(rle)
  const head = readHead(read)
  const { width, height } = frame
  if (head.words !== width * height * CHANNELS) {
    return refuse('brush-size-differs', { place })
  }
  const mask = emptyMask(frame)
  for (let word = 0; word < head.words; ) {
    const packet = readPacket(read, head)
    const end = word + packet.count
    // A count that could not be read is none, and no end of it is one.
    if (!(end <= head.words)) return damaged(place)
    for (; word < end; word += 1) {
      const value = packet.next()
      if (value === undefined) return damaged(place)
      if (value > 0 && word % CHANNELS === ALPHA) mask.data[(word - ALPHA) / CHANNELS] = 1
    }
  }
  return ok(mask)
}

type Reader = ReturnType<typeof bitReader>

function readHead(read: Reader) {
  const words = read(32)
  const wordBits = (read(5) ?? 0) + 1
  return { words, wordBits, countBits: Array.from({ length: 4 }, () => (read(4) ?? 0) + 1) }
}

/** As many words as it counts: all the same, or each by itself. */
function readPacket(read: Reader, { wordBits, countBits }: ReturnType<typeof readHead>) {
  const isRun = read(1) === 1
  const count = (read(countBits[read(2) ?? 0] ?? 1) ?? Number.NaN) + 1
  const run = isRun ? read(wordBits) : undefined
  return { count, next: () => (isRun ? run : read(wordBits)) }
}

function damaged(place: FilePlace) {
  return refuse('brush-damaged', { place })
}
