import { expect, test } from 'vitest'
import { z } from 'zod'
import { literal } from '#common/messages/message'
import { schemaFault, schemaSentence } from '#common/messages/schema-fault'

function issueOf(schema: z.ZodType, value: unknown) {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (issue === undefined) throw new Error('It fits')
  return issue
}

test('a schema that names a code says its message', () => {
  const issue = issueOf(z.string().min(1, 'schema-class-unnamed'), '')

  expect(schemaFault(issue)).toEqual({ code: 'schema-class-unnamed', params: {} })
  expect(schemaSentence(issue)).toBe('A class needs a name')
})

test('a code takes its parameters along', () => {
  const params = { file: 'a.jpg', class: 'crate' }
  const unknown = z.string().refine(() => false, { error: 'schema-catalog-class-unknown', params })

  expect(schemaSentence(issueOf(unknown, ''))).toBe(
    'a.jpg has an object of the class "crate", which is not among the classes',
  )
})

test('words of zod stay as they are, also where they name a member of every object', () => {
  expect(schemaFault(issueOf(z.string(), 7))).toEqual(literal('Invalid input: expected string, received number'))
  expect(schemaFault({ message: 'toString' })).toEqual(literal('toString'))
})
