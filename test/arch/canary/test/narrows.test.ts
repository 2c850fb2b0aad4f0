import { expect, test } from 'vitest'

test.only('one test runs alone', () => {
  expect(1).toBe(1)
})

test.skip('one test never runs', () => {
  expect(1).toBe(1)
})
