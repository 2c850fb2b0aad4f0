import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readValue, valueText } from '#renderer/features/annotate/panels/inspector/metadata-text'

test('a value like a number or boolean becomes one; quotes make it a text', () => {
  expect(['4', '-0.5', 'true', 'false'].map(readValue)).toEqual([4, -0.5, true, false])
  expect(['"4"', '007', '4 m', '1e3', '', '"'].map(readValue)).toEqual(['4', '007', '4 m', '1e3', '', '"'])
  expect([4, '4', 'true', true, 'pier'].map(valueText)).toEqual(['4', '"4"', '"true"', 'true', 'pier'])
})

test('every value survives the round trip through text', () => {
  const texts = fc.oneof(fc.string(), fc.constantFrom('4', 'true', '"', '""', '"4"', '-0'), fc.integer().map(String))
  fc.assert(
    fc.property(
      fc.oneof(texts, fc.boolean(), fc.integer(), fc.float({ noNaN: true, min: -1e6, max: 1e6 })),
      (value) => {
        const plain = typeof value === 'number' ? Number(value.toFixed(3)) : value
        const expected = Object.is(plain, -0) ? 0 : plain
        expect(readValue(valueText(expected))).toBe(expected)
      },
    ),
  )
})
