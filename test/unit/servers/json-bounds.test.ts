import { expect, test } from 'vitest'
import { excessIn, type JsonBounds } from '#servers/kit/json/bounds'

const WIDE: JsonBounds = { levels: 10, containers: 10, values: 10, members: 10 }

test('members of objects are counted, and colons inside strings are none', () => {
  const bounds = { ...WIDE, members: 2 }

  expect(excessIn(Buffer.from('{"a":1,"b:c":"d:e\\":"}'), bounds)).toBeUndefined()
  expect(excessIn(Buffer.from('{"a":1,"b":2,"c":3}'), bounds)).toBe('members')
})

test('entries of lists and objects inside each other have bounds of their own', () => {
  expect(excessIn(Buffer.from('[1,2,3]'), { ...WIDE, values: 1 })).toBe('values')
  expect(excessIn(Buffer.from('[[],[]]'), { ...WIDE, containers: 2 })).toBe('containers')
  expect(excessIn(Buffer.from('['.repeat(11)), WIDE)).toBe('levels')
})
