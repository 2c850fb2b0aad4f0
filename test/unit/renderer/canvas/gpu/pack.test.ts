import { expect, test } from 'vitest'
import { boxRing } from '#common/geometry/box'
import { rechunked } from '#renderer/canvas/gpu/chunks'
import { packFill, packLimbs, packOutlines, packSpots } from '#renderer/canvas/gpu/pack'
import { shapeOf } from '#test/kit/canvas/scenes'

const triangle = shapeOf('triangle', [[100, 100, 103, 100, 103, 104]])
const square = boxRing({ x0: 110, y0: 100, x1: 120, y1: 110 })
const hole = boxRing({ x0: 112, y0: 102, x1: 118, y1: 108 })
const donut = shapeOf('donut', [square, hole])

function formOf(...shapes: Parameters<typeof rechunked>[1]) {
  const [chunk] = rechunked([], shapes)
  if (!chunk) throw new Error('There are shapes')
  return chunk.form
}

/** Returns rows of four numbers. */
const rows = (numbers: Float32Array) =>
  Array.from({ length: numbers.length / 4 }, (_, i) => [...numbers.subarray(i * 4, i * 4 + 4)])

test('an outline is preceded by its last point and followed by its first two, with length and row', () => {
  expect(rows(packOutlines(formOf(triangle), 0))).toEqual([
    [3, 4, 0, 0],
    [0, 0, 3, 0],
    [3, 0, 7, 0],
    [3, 4, -1, 0],
    [0, 0, -1, 0],
    [3, 0, -1, 0],
  ])
})

test('a line is drawn once, although its ring runs there and back', () => {
  const line = shapeOf('line', [[100, 100, 103, 100, 103, 104, 103, 100]], { kind: 'polyline' })

  expect(rows(packOutlines(formOf(line), 0))).toEqual([
    [0, 0, 0, 0],
    [0, 0, 3, 0],
    [3, 0, -1, 0],
    [3, 4, -1, 0],
    [3, 4, -1, 0],
  ])
})

test('the triangles of a shape cover its area without its holes', () => {
  const { corners, indices } = packFill(formOf(triangle, donut), 0)
  const at = (index: number) =>
    [corners[index * 3] ?? 0, corners[index * 3 + 1] ?? 0, corners[index * 3 + 2] ?? 0] as const
  const areas = [0, 0]
  for (let i = 0; i < indices.length; i += 3) {
    const [[ax, ay, row], [bx, by], [cx, cy]] = [at(indices[i] ?? 0), at(indices[i + 1] ?? 0), at(indices[i + 2] ?? 0)]
    areas[row] = (areas[row] ?? 0) + Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2
  }

  expect(areas).toEqual([6, 64])
})

test('an object adds a dot for itself, its placed points, and the edges between them', () => {
  const points = [
    { x: 101, y: 101, visibility: 2 as const },
    { x: 102, y: 103, visibility: 1 as const },
    { x: 0, y: 0, visibility: 0 as const },
  ]
  const edges = [[0, 1] as const, [1, 2] as const]
  const form = formOf({ ...triangle, skeleton: { points, edges, names: ['a', 'b', 'c'] } })

  expect(rows(packSpots(form))).toEqual([
    [1.5, 2, 0, 0],
    [1, 1, 2, 0],
    [2, 3, 1, 0],
  ])
  expect(rows(packLimbs(form))).toEqual([
    [1, 1, 0, 0],
    [1, 1, 0, 0],
    [2, 3, 0, 0],
    [2, 3, 0, 0],
  ])
})
