import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitPercents } from '#renderer/ui/display/split-percents'

test('displayed split percentages add up to 100 %', () => {
  expect(splitPercents({ train: 2, valid: 2, test: 2 })).toEqual({ train: '33.4 %', valid: '33.3 %', test: '33.3 %' })
  expect(splitPercents({ train: 0, valid: 0, test: 0 })).toEqual({ train: '0.0 %', valid: '0.0 %', test: '0.0 %' })
})

test('each share is less than a tenth of a percent from the true one', () => {
  const count = fc.nat(1_000_000)
  fc.assert(
    fc.property(count, count, count, (train, valid, test) => {
      const shown = Object.values(splitPercents({ train, valid, test })).map((text) => Number.parseFloat(text))
      const total = train + valid + test
      const off = [train, valid, test].map((each, i) => Math.abs((shown[i] ?? 0) - (each / Math.max(1, total)) * 100))
      expect(Math.max(...off)).toBeLessThan(0.1001)
      expect(shown.reduce((sum, each) => sum + each, 0)).toBeCloseTo(total === 0 ? 0 : 100, 6)
    }),
  )
})
