import { expect, test } from 'vitest'
import { int, r3, share, short } from '#formats/kit/numbers'

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
