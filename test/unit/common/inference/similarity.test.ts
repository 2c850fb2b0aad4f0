import { expect, test } from 'vitest'
import { cosineSimilarity } from '#common/inference/similarity'

test.each([
  [[1, 0], [5, 0], 1],
  [[1, 0], [0, 2], 0],
  [[1, 0], [-3, 0], -1],
  [[0, 0], [1, 1], 0],
  [[1e-200, 0], [1e-200, 0], 0],
])('the likeness of %j and %j is %d', (one, other, likeness) => {
  expect(cosineSimilarity(one, other)).toBe(likeness)
})

test('what is longer than 1 by rounding alone is 1', () => {
  const row = Array.from({ length: 512 }, (_, place) => Math.sin(place))

  expect(cosineSimilarity(row, row)).toBeLessThanOrEqual(1)
})

test('embeddings of different models are not compared', () => {
  expect(() => cosineSimilarity([1], [1, 2])).toThrow('Embeddings of 1 and 2 numbers')
})
