import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clipRings } from '#common/geometry/clip'
import { fillRings, maskArea } from '#common/geometry/mask'
import { type Ring, type Rings, ringsBounds, ringsContain, signedRingArea } from '#common/geometry/polygon'
import {
  centresOf,
  distanceFromEdges,
  edgesOf,
  FRAME,
  perimeter,
  starRing,
  starWithHole,
  tangledRings,
  totalArea,
} from '#test/unit/common/geometry/arbitraries'

const TEN = { width: 10, height: 10 }

test('a polygon inside the frame stays as it is', () => {
  const rings = [
    [0, 0, 10, 0, 10, 10, 0, 10],
    [2, 2, 2, 4, 4, 2],
  ]

  expect(clipRings(rings, TEN)).toEqual(rings)
})

test('a polygon outside the frame leaves nothing', () => {
  expect(clipRings([[11, 0, 15, 0, 15, 5]], TEN)).toEqual([])
  expect(clipRings([[10, 0, 15, 0, 10, 5]], TEN)).toEqual([])
})

test('a concave polygon that the frame cuts in two becomes two rings without a bridge between them', () => {
  const horseshoe = [4, 1, 14, 1, 14, 9, 4, 9, 4, 7, 12, 7, 12, 3, 4, 3]

  const parts = clipRings([horseshoe], TEN)

  expect(parts.map((ring) => ringsBounds([ring]))).toEqual([
    { x0: 4, y0: 1, x1: 10, y1: 3 },
    { x0: 4, y0: 7, x1: 10, y1: 9 },
  ])
  expect(totalArea(parts)).toBe(24)
})

test('a polygon around the whole frame becomes the frame', () => {
  const [frame] = clipRings([[-5, -5, 15, -5, 15, 15, -5, 15]], TEN)

  expect(frame).toHaveLength(8)
  expect(totalArea(frame ? [frame] : [])).toBe(100)
})

test('a hole inside the frame stays a hole while its outline is cut', () => {
  const hole = [4, 4, 4, 6, 6, 6, 6, 4]

  const rings = clipRings([[2, 2, 14, 2, 14, 8, 2, 8], hole], TEN)

  expect(rings).toHaveLength(2)
  expect(rings).toContainEqual(hole)
  expect(totalArea(rings)).toBe(48 - 4)
})

test('a hole that the frame cuts becomes a notch of the outline', () => {
  const rings = clipRings(
    [
      [2, 2, 14, 2, 14, 8, 2, 8],
      [8, 4, 8, 6, 12, 6, 12, 4],
    ],
    TEN,
  )

  expect(rings).toHaveLength(1)
  expect(totalArea(rings)).toBe(48 - 4)
})

test('a hole that ends on the frame becomes a notch when its outline is cut', () => {
  const rings = clipRings(
    [
      [2, 2, 14, 2, 14, 8, 2, 8],
      [8, 4, 8, 6, 10, 6, 10, 4],
    ],
    TEN,
  )

  expect(rings).toHaveLength(1)
  expect(totalArea(rings)).toBe(48 - 4)
})

test('a tip that only touches the frame is not torn open', () => {
  const rings = clipRings(
    [
      [2, 2, 10, 5, 2, 8],
      [4, -2, 6, -2, 6, 1, 4, 1],
    ],
    TEN,
  )

  expect(rings).toHaveLength(2)
  expect(rings).toContainEqual([2, 2, 10, 5, 2, 8])
})

test('dust is dropped', () => {
  expect(clipRings([[1, 1, 5, 5, 1, 1]], TEN)).toEqual([])
  expect(clipRings([[1, 1, 5, 5, 9, 9]], TEN)).toEqual([])
  expect(clipRings([[1, 1, 1 + 1e-6, 1, 1, 1 + 1e-6]], TEN)).toEqual([])
})

test('an outline that crosses itself evenly keeps both halves', () => {
  const bowTie = [2, 2, 8, 8, 8, 2, 2, 8]

  expect(signedRingArea(bowTie)).toBe(0)
  expect(clipRings([bowTie], TEN)).toHaveLength(1)
})

test('a line to and fro encloses nothing, and each of its points is looked at as often however many there are', () => {
  const looksAtEach = (points: number) => {
    const there = Array.from({ length: points }, (_, i) => [(10 * i) / points, (10 * i) / points])
    const { ring, looks } = watchedRing([...there, ...there.toReversed()].flat())
    expect(clipRings([ring], FRAME)).toEqual([])
    return looks() / points
  }

  expect(looksAtEach(4000)).toBeCloseTo(looksAtEach(1000), 0)
})

test('outlines come out clockwise and holes counter-clockwise however they were drawn', () => {
  const drawn = [
    [0, 0, 0, 9, 9, 9, 9, 0],
    [1, 1, 8, 1, 8, 8, 1, 8],
    [3, 3, 3, 5, 5, 5, 5, 3],
  ]

  const rings = clipRings(drawn, TEN)

  expect(rings.map(signedRingArea)).toEqual([81, -49, 4])
})

test('clipping never leaves the frame', () => {
  fc.assert(
    fc.property(tangledRings, (rings) => {
      const clipped = clipRings(rings, FRAME)

      const { x0, y0, x1, y1 } = ringsBounds([...clipped, [1, 1]])
      expect(x0 >= 0 && y0 >= 0 && x1 <= FRAME.width && y1 <= FRAME.height).toBe(true)
    }),
  )
})

test('clipping keeps exactly the points of the frame that lay inside', () => {
  const probes = centresOf(FRAME).flatMap(({ x, y }) => [
    { x, y },
    { x: x - 0.49, y: y + 0.487 },
  ])
  fc.assert(
    fc.property(tangledRings, (rings) => {
      const clipped = clipRings(rings, FRAME)

      const wrong = probes.filter((probe) => ringsContain(clipped, probe) !== ringsContain(rings, probe))
      expect(wrong.filter((probe) => distanceFromEdges(rings, probe) > 1e-6)).toEqual([])
    }),
    { numRuns: 300 },
  )
})

test('no two edges of the result share a stretch of the frame', () => {
  fc.assert(
    fc.property(starWithHole, starWithHole, (first, second) => {
      const stretches = frameStretches(clipRings([...first, ...second], FRAME))

      const overlaps = stretches.filter(({ line, from }, i) => {
        const before = stretches[i - 1]
        return before?.line === line && from < before.to - 1e-6
      })
      expect(overlaps).toEqual([])
    }),
  )
})

test('the clipped area is no larger than the area, and is the area of its pixels up to the border', () => {
  fc.assert(
    fc.property(starRing, (ring) => {
      const clipped = clipRings([ring], FRAME)

      const area = totalArea(clipped)
      expect(area).toBeLessThanOrEqual(signedRingArea(ring) + 1e-9)
      expect(Math.abs(area - maskArea(fillRings([ring], FRAME)))).toBeLessThanOrEqual(perimeter(clipped) + 1)
    }),
  )
})

/** The stretches of the frame that edges run along, side by side and in order. */
function frameStretches(rings: Rings) {
  const stretches = edgesOf(rings).flatMap(({ x0, y0, x1, y1 }) => {
    if (x0 === x1 && (x0 === 0 || x0 === FRAME.width)) return [stretch(`x=${x0}`, y0, y1)]
    if (y0 === y1 && (y0 === 0 || y0 === FRAME.height)) return [stretch(`y=${y0}`, x0, x1)]
    return []
  })
  return stretches.toSorted((a, b) => a.line.localeCompare(b.line) || a.from - b.from)
}

function stretch(line: string, a: number, b: number) {
  return { line, from: Math.min(a, b), to: Math.max(a, b) }
}

/** A ring that counts how often its numbers are read. */
function watchedRing(numbers: number[]): { ring: Ring; looks: () => number } {
  let looks = 0
  const ring = new Proxy(numbers, {
    get(target, name, receiver) {
      looks += 1
      return Reflect.get(target, name, receiver)
    },
  })
  return { ring, looks: () => looks }
}
