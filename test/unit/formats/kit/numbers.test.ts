import fc from 'fast-check'
import { expect, test } from 'vitest'
import { int, r3, r3Text, share, short } from '#formats/kit/numbers'

test('whole numbers are rounded with halves upwards and are never minus zero', () => {
  expect([1.5, 2.5, 2.499, -0.5, -0.2, -1.5].map(int)).toEqual([2, 3, 2, 0, 0, -1])
})

test('three decimals are kept, without zeros at their end', () => {
  expect([51.8713, 3203.896, 118, 0.1 + 0.2, 2.0005, -0.0001].map((value) => String(r3(value)))).toEqual([
    '51.871',
    '3203.896',
    '118',
    '0.3',
    '2.001',
    '0',
  ])
})

test('the short form reads back as the same number and has no exponent', () => {
  expect([0.25, 0.47328726874999993, 1, 1e-6, 9e-7, -1e-9].map(short)).toEqual([
    '0.25',
    '0.47328726874999993',
    '1',
    '0.000001',
    '0',
    '0',
  ])
})

test('a share of a side lies within 0 and 1 and carries no noise', () => {
  expect([share(0.1 + 0.2, 1), share(-3, 200), share(201, 200), share(1, 3)]).toEqual(['0.3', '0', '1', '0.3333333333'])
})

test('three decimals are those of exact rounding, and their text is that of the number', () => {
  const anywhere = fc.double({ min: -1e12, max: 1e12, noNaN: true })
  const inImage = fc.double({ min: -10, max: 70_000, noNaN: true })
  const halfway = fc.integer({ min: -1000, max: 100_000_000 }).map((thousandths) => (thousandths + 0.5) / 1000)
  fc.assert(
    fc.property(fc.oneof(anywhere, inImage, halfway), (value) => {
      expect(r3(value)).toBe(Number(value.toFixed(3)) + 0)
      expect(r3Text(value)).toBe(String(r3(value)))
    }),
    { numRuns: 5000 },
  )
})

test('the text of a share is that of exact rounding to ten decimals', () => {
  const anywhere = fc.double({ min: 0, max: 1, noNaN: true })
  const small = fc.double({ min: 0, max: 1e-5, noNaN: true })
  const halfway = fc.integer({ min: 0, max: 10 ** 10 - 1 }).map((places) => (places + 0.5) / 10 ** 10)
  const fewDigits = fc.nat(10_000).map((places) => places / 10_000)
  const ofPixels = fc
    .tuple(fc.nat(8000), fc.integer({ min: 1, max: 8000 }))
    .map(([length, side]) => Math.min(1, length / side))
  fc.assert(
    fc.property(fc.oneof(anywhere, small, halfway, ofPixels, fewDigits), (value) => {
      expect(share(value, 1)).toBe(short(Number(value.toFixed(10))))
    }),
    { numRuns: 20_000 },
  )
})
