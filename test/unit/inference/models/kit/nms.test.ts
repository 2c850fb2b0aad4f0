import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestFirst, type Candidates, type Suppressing, suppress } from '#inference/models/kit/nms'
import { turnedBoxes } from '#inference/models/yolo/turned'

type Row = readonly [x0: number, y0: number, x1: number, y1: number, score: number, classIndex?: number]

const ALL: Suppressing = { iouThreshold: 0.3, classAgnostic: false, mostCandidates: 3000, most: 300 }

describe('of boxes that overlap the best stays', () => {
  test('a weaker box on the same place goes, one beside it stays', () => {
    const candidates = candidatesOf([0, 0, 10, 10, 0.6], [1, 0, 11, 10, 0.9], [30, 0, 40, 10, 0.5])

    expect(suppress(candidates, ALL)).toEqual([1, 2])
  })

  test('of equally good boxes the earlier one stays', () => {
    const candidates = candidatesOf(
      [0, 0, 10, 10, 0.5],
      [1, 0, 11, 10, 0.5],
      [30, 0, 40, 10, 0.5],
      [30, 0, 40, 10, 0.5],
    )

    expect(suppress(candidates, ALL)).toEqual([0, 2])
  })

  test('boxes that overlap exactly as much as is allowed both stay', () => {
    const candidates = candidatesOf([0, 0, 10, 10, 0.9], [0, 0, 10, 5, 0.8])

    expect(suppress(candidates, { ...ALL, iouThreshold: 0.5 })).toEqual([0, 1])
    expect(suppress(candidates, { ...ALL, iouThreshold: 0.49 })).toEqual([0])
  })

  test('boxes of two classes compete only when that is asked for', () => {
    const candidates = candidatesOf([0, 0, 10, 10, 0.9, 0], [0, 0, 10, 10, 0.8, 1])

    expect(suppress(candidates, ALL)).toEqual([0, 1])
    expect(suppress(candidates, { ...ALL, classAgnostic: true })).toEqual([0])
  })

  test('a box that was hidden hides no other', () => {
    const candidates = candidatesOf([0, 0, 10, 10, 0.9], [6, 0, 16, 10, 0.8], [12, 0, 22, 10, 0.7])

    expect(suppress(candidates, { ...ALL, iouThreshold: 0.2 })).toEqual([0, 2])
  })

  test('so many candidates compete, and so many boxes stay, as is asked for', () => {
    const rows = Array.from({ length: 10 }, (_, i): Row => [20 * i, 0, 20 * i + 10, 10, 0.5 + i / 100])
    const candidates = candidatesOf(...rows)

    expect(suppress(candidates, { ...ALL, most: 3 })).toEqual([9, 8, 7])
    expect(suppress(candidates, { ...ALL, mostCandidates: 2 })).toEqual([9, 8])
    expect(suppress(candidates, { ...ALL, mostCandidates: 0 })).toEqual([])
  })
})

describe('what is no number', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%s in a box or a score leaves it out',
    (odd) => {
      const candidates = candidatesOf(
        [0, 0, 10, 10, odd],
        [odd, 0, 10, 10, 0.9],
        [0, 0, 10, 10, 0.5],
        [0, 0, 10, odd, 0.8],
      )

      expect(suppress(candidates, ALL)).toEqual([2])
    },
  )

  test('a box without an area hides nothing', () => {
    const candidates = candidatesOf([5, 5, 5, 5, 0.9], [5, 5, 5, 5, 0.8], [0, 0, 10, 10, 0.7])

    expect(suppress(candidates, ALL)).toEqual([0, 1, 2])
  })
})

describe('among very many', () => {
  test('the best are the same as by sorting all of them', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 200 })
    fc.assert(
      fc.property(scores, fc.integer({ min: 0, max: 60 }), (drawn, most) => {
        const candidates = candidatesOf(...drawn.map((score): Row => [0, 0, 1, 1, score / 32]))
        const sorted = drawn
          .map((score, place) => ({ score, place }))
          .toSorted((a, b) => b.score - a.score || a.place - b.place)

        expect(bestFirst(candidates, most)).toEqual(sorted.slice(0, most).map(({ place }) => place))
      }),
    )
  })

  test('a million equal candidates are answered with the first ones', () => {
    const count = 1_000_000
    const boxes = new Float32Array(4 * count).map((_, i) => (i % 4 < 2 ? 0 : 10))
    const candidates = { boxes, scores: new Float32Array(count).fill(0.5), classes: new Int32Array(count) }

    expect(suppress(candidates, { ...ALL, mostCandidates: count })).toEqual([0])
    expect(bestFirst(candidates, 3)).toEqual([0, 1, 2])
  })
})

describe('turned boxes', () => {
  test('a square on its tip shares with an upright one what the octagon of both has', () => {
    const { overlapOf } = turnedBoxes(turned([0, 0, 10, 10, 0], [0, 0, 10, 10, Math.PI / 4]))

    // Side 10: the octagon has the area 200 (√2 − 1).
    const shared = 200 * (Math.SQRT2 - 1)
    expect(overlapOf(0, 1)).toBeCloseTo(shared / (200 - shared), 6)
  })

  test('a quarter turn lays a long box across itself', () => {
    const { overlapOf } = turnedBoxes(turned([0, 40, 100, 60, 0], [0, 40, 100, 60, Math.PI / 2]))

    expect(overlapOf(0, 1)).toBeCloseTo(400 / 3600, 6)
    expect(overlapOf(0, 0)).toBeCloseTo(1, 6)
  })

  test('two long boxes side by side on a slant do not meet, though their upright frames do', () => {
    const { overlapOf } = turnedBoxes(turned([0, 40, 100, 50, Math.PI / 4], [20, 20, 120, 30, Math.PI / 4]))

    expect(overlapOf(0, 1)).toBe(0)
  })
})

function candidatesOf(...rows: readonly Row[]): Candidates {
  return {
    boxes: Float32Array.from(rows.flatMap(([x0, y0, x1, y1]) => [x0, y0, x1, y1])),
    scores: Float32Array.from(rows, ([, , , , score]) => score),
    classes: Int32Array.from(rows, ([, , , , , classIndex = 0]) => classIndex),
  }
}

function turned(...rows: readonly (readonly [x0: number, y0: number, x1: number, y1: number, angle: number])[]) {
  const boxes = Float32Array.from(rows.flatMap(([x0, y0, x1, y1]) => [x0, y0, x1, y1]))
  return { boxes, extrasOf: (place: number) => Float32Array.of(rows[place]?.[4] ?? 0) }
}
