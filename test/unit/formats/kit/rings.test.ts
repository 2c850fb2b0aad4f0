import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Ring, type Rings, ringsContain, signedRingArea } from '#common/geometry/polygon'
import { clipRing, partRings } from '#formats/kit/rings'

const square = (x: number, y: number, side: number): Ring => [x, y, x + side, y, x + side, y + side, x, y + side]
const areaOf = (rings: Rings) => rings.reduce((sum, ring) => sum + Math.abs(signedRingArea(ring)), 0)

describe('an outline at the border of the image', () => {
  const frame = { width: 100, height: 50 }

  test('stays as it is when it lies inside', () => {
    const ring = [10, 10, 20, 10, 15, 20]

    expect(clipRing(ring, frame)).toBe(ring)
  })

  test('is cut along the border', () => {
    expect(clipRing([-10, -10, 10, -10, 10, 10, -10, 10], frame)).toEqual([10, 0, 10, 10, 0, 10, 0, 0])
  })

  test('is nothing when it lies outside or only touches', () => {
    expect(clipRing(square(200, 0, 10), frame)).toEqual([])
    expect(clipRing(square(100, 0, 10), frame)).toEqual([])
  })

  test('keeps the area that two squares share', () => {
    const place = fc.integer({ min: -40, max: 120 })

    fc.assert(
      fc.property(place, place, fc.integer({ min: 1, max: 60 }), (x, y, side) => {
        const shared = overlap(x, side, frame.width) * overlap(y, side, frame.height)

        expect(areaOf([clipRing(square(x, y, side), frame)])).toBeCloseTo(shared, 6)
      }),
    )
  })
})

describe('an object of several rings', () => {
  test('is written part by part when nothing is nested', () => {
    const rings = [square(0, 0, 10), square(20, 0, 10)]

    expect(partRings(rings)).toEqual(rings)
  })

  test('has its hole joined by a cut to the right', () => {
    expect(partRings([square(0, 0, 10), square(4, 4, 2)])).toEqual([
      [0, 0, 10, 0, 10, 6, 6, 6, 6, 4, 4, 4, 4, 6, 6, 6, 10, 6, 10, 10, 0, 10],
    ])
  })

  test('gives each hole to the outline around it, and counts an island in a hole as a part', () => {
    const rings = [square(2, 2, 6), square(0, 0, 10), square(24, 4, 2), square(20, 0, 10), square(4, 4, 2)]

    const parts = partRings(rings)

    expect(parts.map((part) => areaOf([part]))).toEqual([100 - 36, 100 - 4, 4])
  })

  test('keeps its hole open when the hole touches the outline', () => {
    const parts = partRings([square(0, 0, 10), [4, 4, 10, 5, 4, 6]])

    expect(areaOf(parts)).toBeCloseTo(100 - 6, 9)
  })

  test('keeps area and shape whatever its holes are', () => {
    fc.assert(
      fc.property(holesInGrid(), fc.boolean(), (holes, isTurned) => {
        const rings = [square(0, 0, 100), ...holes.map((hole) => (isTurned ? turned(hole) : hole))]

        const [part = [], ...others] = partRings(rings)

        expect(others).toEqual([])
        expect(areaOf([part])).toBeCloseTo(10_000 - areaOf(holes), 6)
        for (const point of probes()) expect(ringsContain([part], point)).toBe(ringsContain(rings, point))
      }),
      { numRuns: 60 },
    )
  })
})

function overlap(start: number, length: number, limit: number): number {
  return Math.max(0, Math.min(limit, start + length) - Math.max(0, start))
}

/** One triangle or square in each of some cells of a 5 × 5 grid. */
function holesInGrid(): fc.Arbitrary<Ring[]> {
  const cell = fc.record({
    place: fc.integer({ min: 0, max: 24 }),
    inset: fc.integer({ min: 1, max: 7 }),
    isTriangle: fc.boolean(),
  })
  return fc.uniqueArray(cell, { selector: ({ place }) => place, maxLength: 12 }).map((cells) =>
    cells.map(({ place, inset, isTriangle }) => {
      const ring = square((place % 5) * 20 + inset, Math.floor(place / 5) * 20 + inset, 20 - 2 * inset)
      return isTriangle ? ring.slice(0, 6) : ring
    }),
  )
}

function turned(ring: Ring): Ring {
  return ring.map((_, i) => ring[ring.length - 2 - (i - (i % 2)) + (i % 2)] ?? 0)
}

/** Points off every edge and every cut: cuts leave corners at whole numbers. */
function* probes() {
  for (let y = 0.37; y < 100; y += 6.1) for (let x = 0.41; x < 100; x += 6.3) yield { x, y }
}
