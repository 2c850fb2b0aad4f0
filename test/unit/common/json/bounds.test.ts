import { expect, test } from 'vitest'
import { deeperAt, excessIn, type JsonBounds, parseBounded } from '#common/json/bounds'

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

test('text and its bytes exceed the same bounds', () => {
  for (const text of ['["[[[\\"[[",[]]', '[[["é"]]]', '{"a\\\\":[[[1]]]}', '"[[[[']) {
    const [asText, asBytes] = [text, Buffer.from(text)].map((json) => excessIn(json, { ...WIDE, levels: 2 }))
    expect([text, asText]).toEqual([text, asBytes])
  }
})

test('the place of the first bracket too deep is told', () => {
  expect(deeperAt('[1,["[",[2]]]', 2)).toBe(8)
  expect(deeperAt('[1,["[",[2]]]', 3)).toBeUndefined()
})

test('text beyond a bound is not parsed, nor is text that is not JSON', () => {
  expect(parseBounded('{"a":[1]}', WIDE)).toEqual({ a: [1] })
  expect(parseBounded(`${'['.repeat(11)}${']'.repeat(11)}`, WIDE)).toBeUndefined()
  expect(parseBounded('[1', WIDE)).toBeUndefined()
})
