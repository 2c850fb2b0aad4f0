import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyBits, hasPixel, setPixels } from '#common/geometry/masks/mask-tile'
import { TILE } from '#common/geometry/masks/tile-runs'
import { cellCounts } from '#renderer/canvas/mask/cell-counts'

const runs = fc.array(fc.tuple(fc.nat(TILE * TILE - 1), fc.integer({ min: 1, max: 4000 })), { maxLength: 12 })
const shrinks = fc.constantFrom(1 as const, 2 as const, 3 as const)

test('each cell of a shrunken tile counts its own pixels', () => {
  fc.assert(
    fc.property(runs, shrinks, (lengths, shrink) => {
      const bits = emptyBits()
      for (const [from, length] of lengths) setPixels(bits, from, Math.min(TILE * TILE, from + length))
      const side = TILE >> shrink
      const counted = new Uint8Array(side * side)
      for (let place = 0; place < TILE * TILE; place++) {
        const [x, y] = [place % TILE, Math.floor(place / TILE)]
        const cell = (y >> shrink) * side + (x >> shrink)
        if (hasPixel(bits, x, y)) counted[cell] = (counted[cell] ?? 0) + 1
      }

      expect(cellCounts(bits, shrink)).toEqual(counted)
    }),
    { numRuns: 30 },
  )
})

test('every cell of a full tile is full', () => {
  const full = emptyBits().fill(-1)

  expect([...new Set(cellCounts(full, 1))]).toEqual([4])
  expect([...new Set(cellCounts(full, 2))]).toEqual([16])
  expect([...new Set(cellCounts(full, 3))]).toEqual([64])
})
