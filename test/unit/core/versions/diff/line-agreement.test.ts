import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import { LINE_REACH, labelAgreement, MEASURED_CORNERS } from '#core/versions/diff/agreement'

/** A wave of so many corners, so far below the top. */
function wave(corners: number, y: number): Shape {
  const points = Array.from({ length: corners }, (_, i) => [i, y + (i % 2)]).flat()
  const marks = { id: brand<ShapeId>('s'), classId: brand<ClassId>('c'), z: 0, origin: 'hand' as const }
  return { ...marks, kind: 'polyline', points }
}

/** How many distances of a corner from a side are measured. */
function measured(a: Shape, b: Shape): number {
  const { hypot } = Math
  let count = 0
  Math.hypot = (...sides) => {
    count += 1
    return hypot(...sides)
  }
  try {
    labelAgreement(a, b)
  } finally {
    Math.hypot = hypot
  }
  return count
}

test('of lines with few corners each corner is measured from each side of the other', () => {
  const [one, other] = [MEASURED_CORNERS, 40]

  expect(measured(wave(one, 0), wave(other, 5))).toBe(one * (other - 1) + other * (one - 1))
})

test('of very long lines a bounded number of corners is', () => {
  const corners = 4 * MEASURED_CORNERS

  expect(measured(wave(corners, 0), wave(corners, 5))).toBe(2 * MEASURED_CORNERS * (corners - 1))
})

test('long lines agree as far as short ones that lie as far from one another', () => {
  const straight = (corners: number, y: number): Shape => {
    const line = wave(corners, 0)
    return line.kind === 'polyline' ? { ...line, points: line.points.map((at, i) => (i % 2 === 0 ? at : y)) } : line
  }

  const [short, long] = [100, 3 * MEASURED_CORNERS].map((n) => labelAgreement(straight(n, 0), straight(n, 4)))

  expect(short).toBeCloseTo(1 - 4 / LINE_REACH)
  expect(long).toBeCloseTo(short ?? 0)
})
