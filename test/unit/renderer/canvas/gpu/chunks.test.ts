import { expect, test } from 'vitest'
import { CHUNK, type Chunk, rechunked } from '#renderer/canvas/gpu/chunks'
import type { SceneShape } from '#renderer/canvas/scene'
import { shapeOf } from '#test/kit/canvas/scenes'

const shape = (name: string): SceneShape => shapeOf(name, [[0, 0, 10, 0, 10, 10]])
const many = Array.from({ length: 3 * CHUNK - 100 }, (_, i) => shape(`shape${i}`))
const forms = (chunks: readonly Chunk[]) => chunks.map(({ form }) => form)
const drawn = (chunks: readonly Chunk[]) => chunks.flatMap(({ shapes }) => shapes)
const changed = (before: readonly Chunk[], after: readonly Chunk[]) =>
  after.flatMap(({ form }, place) => (forms(before).includes(form) ? [] : [place]))

const before = rechunked([], many)

test('shapes are in chunks in drawing order', () => {
  expect(before.map(({ shapes }) => shapes.length)).toEqual([CHUNK, CHUNK, CHUNK - 100])
  expect(drawn(before)).toEqual(many)
})

test('a shape that changes its outline changes one chunk', () => {
  const after = rechunked(before, many.with(CHUNK + 3, shape(`shape${CHUNK + 3}`)))

  expect(changed(before, after)).toEqual([1])
})

test('changing a colour keeps every outline', () => {
  const { rings } = shape('any')
  const recoloured = many.map((each, i) => (i === 3 ? { ...each, color: '#000000' } : each))
  const after = rechunked(before, recoloured)

  expect(rings).toHaveLength(1)
  expect(changed(before, after)).toEqual([])
  expect(drawn(after)[3]?.color).toBe('#000000')
})

test('new shapes fill the last chunk, then begin another one', () => {
  const added = [...many, shape('new')]
  const one = rechunked(before, added)
  const full = rechunked(one, [...added, ...Array.from({ length: 120 }, (_, i) => shape(`more${i}`))])

  expect(changed(before, one)).toEqual([2])
  expect(one.map(({ shapes }) => shapes.length)).toEqual([CHUNK, CHUNK, CHUNK - 99])
  expect(changed(one, full)).toEqual([3])
})

test('a deleted shape changes one chunk, and its return one', () => {
  const without = rechunked(before, many.toSpliced(CHUNK + 7, 1))
  const back = rechunked(without, many)

  expect(changed(before, without)).toEqual([1])
  expect(changed(without, back)).toEqual([1])
  expect(drawn(back)).toEqual(many)
})
