import { expect, test } from 'vitest'
import { gripRange, idealCounts, missedSplits, moveGrip, toPercents } from '#renderer/features/rebalance/shares'

test('counts become whole percents that sum to 100', () => {
  expect(toPercents({ train: 2984, valid: 1445, test: 383 })).toEqual({ train: 62, valid: 30, test: 8 })
  expect(toPercents({ train: 1, valid: 1, test: 1 })).toEqual({ train: 34, valid: 33, test: 33 })
})

test('shares that are all zero have no percents', () => {
  expect(toPercents({ train: 0, valid: 0, test: 0 })).toBeUndefined()
})

test('the first thumb moves images between train and valid only', () => {
  expect(moveGrip({ train: 70, valid: 20, test: 10 }, 'train-valid', 64.6)).toEqual({ train: 65, valid: 25, test: 10 })
})

test('the second thumb moves images between valid and test only', () => {
  expect(moveGrip({ train: 70, valid: 20, test: 10 }, 'valid-test', 80)).toEqual({ train: 70, valid: 10, test: 20 })
})

test('a thumb stops at its neighbour and at the ends of the bar', () => {
  const shares = { train: 70, valid: 20, test: 10 }

  expect(moveGrip(shares, 'train-valid', 97)).toEqual({ train: 90, valid: 0, test: 10 })
  expect(moveGrip(shares, 'valid-test', 12)).toEqual({ train: 70, valid: 0, test: 30 })
  expect(moveGrip(shares, 'valid-test', 140)).toEqual({ train: 70, valid: 30, test: 0 })
  expect(gripRange(shares, 'train-valid')).toEqual({ at: 70, min: 0, max: 90 })
})

test('ideal counts always sum to the number of images', () => {
  expect(idealCounts(7, { train: 70, valid: 20, test: 10 })).toEqual({ train: 5, valid: 1, test: 1 })
  expect(idealCounts(3, { train: 1, valid: 1, test: 0 })).toEqual({ train: 2, valid: 1, test: 0 })
})

test('a split that is off by more than one image is reported', () => {
  const shares = { train: 70, valid: 20, test: 10 }

  expect(missedSplits(shares, { train: 71, valid: 20, test: 9 })).toEqual([])
  expect(missedSplits(shares, { train: 62, valid: 30, test: 8 })).toEqual(['train', 'valid', 'test'])
})
