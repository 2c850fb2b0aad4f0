import { expect, test } from 'vitest'
import { z } from 'zod'
import { recordOf } from '#common/record-of'

const Names = recordOf(z.union([z.string(), z.number()]))

function members(count: number, value: unknown): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, nth) => [`k${nth}`, value]))
}

test('Only the first wrong value of a large record is reported, and every one of a small one', () => {
  const many = { ...members(5000, 'a'), wrong: true, alsoWrong: false }
  expect(placesOf(many)).toEqual([['wrong']])
  expect(placesOf({ right: 'a', wrong: true, alsoWrong: false })).toEqual([['wrong'], ['alsoWrong']])
})

test('An invalid name in a large record is reported too', () => {
  const Short = recordOf(z.string(), z.string().max(10))
  const parsed = Short.safeParse({ ...members(5000, 'a'), 'a name that is long': 'a', 'another long name': 'a' })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['a name that is long']])
})

test('A record whose values fit is taken whole, and what is not a record is refused', () => {
  const many = members(5000, 1)
  expect(Names.parse(many)).toEqual(many)
  for (const given of [['a'], 'a', 1, null, undefined]) expect(Names.safeParse(given).success).toBe(false)
})

test('It is documented as the record that it is', () => {
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' })
  expect(schemaOf(recordOf(z.string()))).toEqual(schemaOf(z.record(z.string(), z.string())))
})

function placesOf(given: unknown) {
  return Names.safeParse(given).error?.issues.map(({ path }) => path)
}
