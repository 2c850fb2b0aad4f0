import { type TileBits } from '#common/geometry/masks/mask-tile'
import { TILE } from '#common/geometry/masks/tile-runs'

/** 32-bit words in a row of a tile. */
const WORDS = TILE / 32

/**
 * Counts the set pixels in each cell of 2, 4 or 8 pixels to a side, row by row. Like a population count, it adds the
 * bits of a word in parallel, but stops at the width of a cell.
 */
export function cellCounts(bits: TileBits, shrink: 1 | 2 | 3): Uint8Array {
  const [side, cell] = [TILE >> shrink, 1 << shrink]
  const counts = new Uint8Array(side * side)
  for (let word = 0; word < bits.length; word++) {
    const value = bits[word] ?? 0
    if (value === 0) continue
    const row = Math.floor(word / WORDS) >> shrink
    let place = row * side + (((word % WORDS) * 32) >> shrink)
    for (let sums = sumsWithin(value, shrink), bit = 0; bit < 32; bit += cell, place++)
      counts[place] = (counts[place] ?? 0) + ((sums >>> bit) & (2 * cell - 1))
  }
  return counts
}

/** Returns a word in which every group of 2, 4 or 8 bits holds the number of its set bits. */
function sumsWithin(word: number, shrink: 1 | 2 | 3): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  if (shrink === 1) return pairs
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return shrink === 2 ? nibbles : (nibbles + (nibbles >>> 4)) & 0x0f0f0f0f
}
