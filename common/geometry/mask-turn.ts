import { emptyBits, type TileBits, tileBits, tileOf } from './masks/mask-tile.ts'
import { type MaskTiles, sortedTiles } from './masks/mask-tiles.ts'
import { at } from './polygon.ts'

/** Words in a row of a tile, and 32 × 32 blocks per side. */
const BLOCKS = 8

/** Returns the transposed mask. */
export function turnedMask(tiles: MaskTiles): MaskTiles {
  const turned = tiles.map((tile) => tileOf({ column: tile.row, row: tile.column }, turnedBits(tileBits(tile))))
  return sortedTiles(turned.filter((tile) => tile !== undefined))
}

function turnedBits(bits: TileBits): TileBits {
  const turned = emptyBits()
  const block = new Uint32Array(32)
  for (let across = 0; across < BLOCKS; across++) {
    for (let down = 0; down < BLOCKS; down++) {
      for (let i = 0; i < 32; i++) block[i] = at(bits, (down * 32 + i) * BLOCKS + across)
      turnBlock(block)
      for (let i = 0; i < 32; i++) turned[(across * 32 + i) * BLOCKS + down] = at(block, i)
    }
  }
  return turned
}

/** Transposes a bit matrix in place: five rounds that swap halves, quarters and so on, instead of 1,024 single bits. */
function turnBlock(block: Uint32Array): void {
  for (let [size, low] = [16, 0x0000ffff]; size > 0; size >>= 1, low ^= low << size) {
    for (let i = 0; i < 32; i = ((i | size) + 1) & ~size) {
      const [upper, lower] = [at(block, i), at(block, i | size)]
      const differing = ((upper >>> size) ^ lower) & low
      block[i] = upper ^ (differing << size)
      block[i | size] = lower ^ differing
    }
  }
}
