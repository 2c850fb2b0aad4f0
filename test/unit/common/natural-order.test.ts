import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byNaturalOrder } from '#common/natural-order'

test('names are ordered as people count', () => {
  const ordered = ['', 'a', 'a/2.png', 'a/10.png', 'b1', 'b1c', 'b01', 'b2', 'b9007199254740993', 'b9007199254740994']
  expect(ordered.toReversed().toSorted(byNaturalOrder)).toEqual(ordered)
})

test('numbers in names are ordered as numbers', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (one, other) => {
      expect(Math.sign(byNaturalOrder(`f${one}.png`, `f${other}.png`))).toBe(Math.sign(one - other))
    }),
  )
})

test('any two names have one order, whatever others stand between them', () => {
  const part = fc.oneof(fc.constantFrom('a', 'b', '.', '0', '00'), fc.nat(120).map(String))
  const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 12 }), (names) => {
      const ordered = names.toSorted(byNaturalOrder)
      expect(names.toReversed().toSorted(byNaturalOrder)).toEqual(ordered)
      for (const [index, one] of ordered.entries())
        for (const other of ordered.slice(index + 1)) expect(byNaturalOrder(one, other)).toBeLessThan(0)
    }),
  )
})
