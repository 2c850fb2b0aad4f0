import fc from 'fast-check'
import { expect, test } from 'vitest'
import { traceMask } from '#common/geometry/contour'
import { emptyMask, fillRings, type Mask, maskArea, maskBounds } from '#common/geometry/mask'
import {
  maskBitmap,
  maskOfBitmap,
  maskOfRings,
  maskOfRunLengths,
  runLengthsOfMask,
  warpMask,
} from '#common/geometry/mask-forms'
import { ringsOfMask } from '#common/geometry/mask-outline'
import { fillHoles, growMask, maskParts, maskSpans, moveMask, shrinkMask } from '#common/geometry/mask-spans'
import {
  clipMask,
  intersectMasks,
  MaskTiles,
  maskTilesArea,
  maskTilesBounds,
  maskTilesContain,
  sameMask,
  subtractMask,
  uniteMasks,
} from '#common/geometry/masks/mask-tiles'
import { encodeMask } from '#common/geometry/rle'
import {
  drawnMask,
  FRAME,
  masks,
  perimeter,
  starWithHole,
  tangledRings,
  totalArea,
} from '#test/unit/common/geometry/arbitraries'

/** Reaches over the corner where four tiles meet. */
const PLACE = { left: 250, top: 251 }
const IMAGE = { width: 300, height: 280 }

const placedMasks = masks.map((mask) => ({ mask, tiles: maskOfBitmap(mask, PLACE, IMAGE) }))

test('a mask comes back from its tiles, wherever it lies', () => {
  fc.assert(
    fc.property(placedMasks, ({ mask, tiles }) => {
      const bounds = maskBounds(mask)
      const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = bounds ?? {}

      expect(maskTilesArea(tiles)).toBe(maskArea(mask))
      expect(maskTilesBounds(tiles)).toEqual(
        bounds ? { x0: x0 + 250, y0: y0 + 251, x1: x1 + 250, y1: y1 + 251 } : { x0: 0, y0: 0, x1: 0, y1: 0 },
      )
      for (const [i, pixel] of mask.data.entries()) {
        const [x, y] = [PLACE.left + (i % mask.width) + 0.5, PLACE.top + Math.floor(i / mask.width) + 0.5]
        expect(maskTilesContain(tiles, { x, y })).toBe(pixel === 1)
      }
    }),
  )
})

test('tiles that were made are sound, and read again they are the same mask', () => {
  fc.assert(
    fc.property(placedMasks, ({ tiles }) => {
      if (tiles.length === 0) return
      const read = MaskTiles.parse(JSON.parse(JSON.stringify(tiles)))

      expect(read).toEqual(tiles)
      expect(sameMask(read, tiles)).toBe(true)
      expect(maskSpans(read)).toEqual(maskSpans(tiles))
    }),
  )
})

test.each([
  { says: 'no tile', tiles: [] },
  { says: 'runs that are no text of runs', tiles: [{ column: 0, row: 0, runs: '€' }] },
  { says: 'fewer pixels than a tile has', tiles: [{ column: 0, row: 0, runs: '11' }] },
  { says: 'a tile without a pixel', tiles: [{ column: 0, row: 0, runs: 'PPP2' }] },
  { says: 'a place before the image', tiles: [{ column: -1, row: 0, runs: '0PPP2' }] },
  { says: 'a tile twice', tiles: [full(0, 0), full(0, 0)] },
  { says: 'tiles out of order', tiles: [full(0, 1), full(1, 0)] },
])('a mask that has $says is refused', ({ tiles }) => {
  expect(MaskTiles.safeParse(tiles).success).toBe(false)
})

test('a tile that is filled wholly is sound', () => {
  expect(maskOfRings([[0, 0, 256, 0, 256, 256, 0, 256]], IMAGE)).toEqual([full(0, 0)])
  expect(MaskTiles.parse([full(0, 0), full(1, 0), full(0, 1)])).toHaveLength(3)
})

test('the pixels of an outline are those whose centre lies inside, however it crosses itself', () => {
  fc.assert(
    fc.property(tangledRings, (rings) => {
      const filled = fillRings(rings, FRAME)

      expect(bitmapOf(maskOfRings(rings, FRAME), FRAME)).toEqual(filled)
    }),
  )
})

test('an outline over many tiles is filled as one of a single tile', () => {
  const ring = [100, 40, 900, 60, 880, 700, 500, 300, 90, 650]
  const frame = { width: 1000, height: 720 }

  const tiles = maskOfRings([ring], frame)

  expect(bitmapOf(tiles, frame)).toEqual(fillRings([ring], frame))
  expect(maskTilesArea(tiles)).toBe(maskArea(fillRings([ring], frame)))
})

test('the borders of a mask enclose it again, and its area is off by no more than a pixel for each pixel of the border', () => {
  fc.assert(
    fc.property(placedMasks, ({ tiles }) => {
      const rings = ringsOfMask(tiles)

      expect(maskOfRings(rings.length > 0 ? rings : [[0, 0, 0, 0, 0, 0]], IMAGE)).toEqual(tiles)
      expect(totalArea(rings)).toBe(maskTilesArea(tiles))
    }),
  )
  fc.assert(
    fc.property(starWithHole, (rings) => {
      const wide = { width: 60, height: 60 }
      const moved = rings.map((ring) => ring.map((value) => value + 16))

      expect(Math.abs(maskTilesArea(maskOfRings(moved, wide)) - totalArea(moved))).toBeLessThanOrEqual(perimeter(moved))
    }),
  )
})

test('the borders of a mask are those of its bitmap', () => {
  fc.assert(
    fc.property(masks, (mask) => {
      const rings = traceMask(mask).map((ring) =>
        ring.map((value, i) => value + (i % 2 === 0 ? PLACE.left : PLACE.top)),
      )

      expect(ringsOfMask(maskOfBitmap(mask, PLACE, IMAGE))).toEqual(rings)
    }),
  )
})

test('the run lengths of a mask are those that COCO counts, and give it back', () => {
  fc.assert(
    fc.property(placedMasks, ({ tiles }) => {
      const counts = runLengthsOfMask(tiles, IMAGE)

      expect(counts).toEqual(encodeMask(bitmapOf(tiles, IMAGE)))
      expect(maskOfRunLengths(counts, IMAGE)).toEqual(tiles)
    }),
  )
})

test('masks are united, subtracted and intersected pixel by pixel', () => {
  fc.assert(
    fc.property(placedMasks, placedMasks, ({ tiles: a }, { tiles: b }) => {
      const [one, other] = [windowOf(a), windowOf(b)]
      const by = (combine: (x: number, y: number) => number) => one.map((pixel, i) => combine(pixel, other[i] ?? 0))

      expect(windowOf(uniteMasks(a, b))).toEqual(by((x, y) => x | y))
      expect(windowOf(subtractMask(a, b))).toEqual(by((x, y) => x & ~y))
      expect(windowOf(intersectMasks(a, b))).toEqual(by((x, y) => x & y))
      expect(sameMask(uniteMasks(a, b), uniteMasks(b, a))).toBe(true)
    }),
  )
})

test('a mask is moved by whole pixels and comes back; what leaves the image is gone', () => {
  fc.assert(
    fc.property(placedMasks, fc.integer({ min: -200, max: 30 }), ({ tiles }, x) => {
      const moved = moveMask(tiles, { x, y: -7 }, { width: 500, height: 500 })

      expect(moveMask(moved, { x: -x, y: 7 }, IMAGE)).toEqual(tiles)
    }),
  )
  const corner = maskOfBitmap(drawnMask('##', '##'), { left: 0, top: 0 }, IMAGE)
  expect(maskTilesBounds(moveMask(corner, { x: -1, y: -1 }, IMAGE))).toEqual({ x0: 0, y0: 0, x1: 1, y1: 1 })
})

test('a frame cuts a mask off', () => {
  const mask = maskOfRings([[0, 0, 300, 0, 300, 280, 0, 280]], IMAGE)

  expect(clipMask(mask, IMAGE)).toBe(mask)
  expect(maskTilesBounds(clipMask(mask, { width: 270, height: 3 }))).toEqual({ x0: 0, y0: 0, x1: 270, y1: 3 })
  expect(maskTilesArea(clipMask(mask, { width: 270, height: 3 }))).toBe(810)
})

test('a quarter turn and a mirror lose no pixel', () => {
  fc.assert(
    fc.property(placedMasks, ({ tiles }) => {
      const turned = warpMask(tiles, { a: 0, b: 1, c: -1, d: 0, e: 280, f: 0 }, { width: 280, height: 300 })
      const back = warpMask(turned, { a: 0, b: -1, c: 1, d: 0, e: 0, f: 280 }, IMAGE)
      const mirrored = warpMask(tiles, { a: -1, b: 0, c: 0, d: 1, e: 300, f: 0 }, IMAGE)

      expect(maskTilesArea(turned)).toBe(maskTilesArea(tiles))
      expect(back).toEqual(tiles)
      expect(warpMask(mirrored, { a: -1, b: 0, c: 0, d: 1, e: 300, f: 0 }, IMAGE)).toEqual(tiles)
    }),
  )
})

test('twice as large an image has four times as many pixels of an object', () => {
  fc.assert(
    fc.property(placedMasks, ({ tiles }) => {
      const doubled = warpMask(tiles, { a: 2, b: 0, c: 0, d: 2, e: 0, f: 0 }, { width: 600, height: 560 })

      expect(maskTilesArea(doubled)).toBe(4 * maskTilesArea(tiles))
    }),
  )
})

test('parts that touch at a corner are two; the largest comes first', () => {
  const drawn = drawnMask('##..#', '##..#', '..#.#', '....#')

  const parts = maskParts(at(drawn), IMAGE)

  expect(parts.map(maskTilesArea)).toEqual([4, 4, 1])
  expect(parts.reduce(uniteMasks)).toEqual(at(drawn))
})

test('parts are told apart around bends', () => {
  const drawn = drawnMask('#.#.###', '#.#.#.#', '###.#.#', '......#', '####..#')

  expect(maskParts(at(drawn), IMAGE).map(maskTilesArea)).toEqual([9, 7, 4])
})

test('holes are filled, bays and gaps at a corner are not', () => {
  const drawn = drawnMask('#####', '#.#.#', '###.#', '#...#', '##.##')
  const filled = drawnMask('#####', '###.#', '###.#', '#...#', '##.##')

  expect(fillHoles(at(drawn), IMAGE)).toEqual(at(filled))
  expect(fillHoles(at(drawnMask('####', '#..#', '####')), IMAGE, 1)).toEqual(at(drawnMask('####', '#..#', '####')))
  expect(fillHoles(at(drawnMask('###.', '#.#.', '##.#')), IMAGE)).toEqual(at(drawnMask('###.', '#.#.', '##.#')))
})

test('a mask grows and shrinks by the pixels that share an edge', () => {
  const cross = at(drawnMask('...', '.#.', '...'))

  expect(growMask(cross, IMAGE)).toEqual(at(drawnMask('.#.', '###', '.#.')))
  expect(shrinkMask(at(drawnMask('.#.', '###', '.#.')), IMAGE)).toEqual(cross)
  expect(shrinkMask(cross, IMAGE)).toEqual([])
})

function at(mask: Mask): MaskTiles {
  return maskOfBitmap(mask, PLACE, IMAGE)
}

function full(column: number, row: number) {
  return { column, row, runs: '0PPP2' }
}

/** The pixels where the masks lie, row by row. */
function windowOf(tiles: MaskTiles): readonly number[] {
  return Array.from({ length: 400 }, (_, i) => {
    const [x, y] = [PLACE.left - 2 + (i % 20), PLACE.top - 2 + Math.floor(i / 20)]
    return maskTilesContain(tiles, { x, y }) ? 1 : 0
  })
}

function bitmapOf(tiles: MaskTiles, frame: { readonly width: number; readonly height: number }): Mask {
  const whole = emptyMask(frame)
  if (tiles.length === 0) return whole
  const { mask, left, top } = maskBitmap(tiles)
  for (let y = 0; y < mask.height; y++) {
    whole.data.set(mask.data.subarray(y * mask.width, (y + 1) * mask.width), (top + y) * frame.width + left)
  }
  return whole
}
