import { expect, test } from 'vitest'
import { shorten } from '#common/text'

test('a short text stays as it is', () => {
  expect(shorten('quay', 4)).toBe('quay')
})

test('a longer text is cut between characters, never inside one', () => {
  expect(shorten('quays', 4)).toBe('quay…')
  expect(shorten('abc🍎d', 4)).toBe('abc…')
  expect(shorten('ab🍎cd', 4)).toBe('ab🍎…')
})
