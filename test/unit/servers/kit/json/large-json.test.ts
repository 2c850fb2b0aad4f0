import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLargeJson } from '#servers/kit/json/large-json'

/** So short that most strings are taken out. */
const LARGE = 4

test('any JSON is read as JSON.parse reads it, whatever of it is taken out on the way', () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  const spaces = fc.constantFrom(undefined, 1, '\t')

  fc.assert(
    fc.property(value, spaces, (given, space) => {
      const text = JSON.stringify([given], null, space)
      fc.pre(!hasLongName(given))
      expect(parseLargeJson(Buffer.from(text), LARGE)).toEqual(JSON.parse(text))
    }),
    { numRuns: 2000, seed: 20_261_122 },
  )
})

test('text that is no JSON is refused as JSON.parse refuses it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => text.slice(0, -1)),
      ),
      (text) => {
        const isJson = attempt(() => JSON.parse(text))
        expect(attempt(() => parseLargeJson(Buffer.from(text), LARGE))).toBe(isJson)
      },
    ),
    { numRuns: 2000, seed: 20_261_122 },
  )
})

test.each([
  '"abcdefgh',
  '{"image": "aaaaaaaaaa"',
  '["aaaaaaaa",',
  '"aaaaaaaa" "bbbbbbbb"',
  '{"aaaaaaaa\\"": "bbbbbbbb\\\\"',
])('%s ends in the middle and is refused', (text) => {
  expect(() => parseLargeJson(Buffer.from(text), LARGE)).toThrow(SyntaxError)
})

test('escapes and quotes around long strings are left as they are', () => {
  const value = { a: 'x\\"y'.repeat(9), b: 'plain text', c: ['\\', 'plain text too', '"'], d: '\u2028 long enough' }

  expect(parseLargeJson(Buffer.from(JSON.stringify(value)), LARGE)).toEqual(value)
})

function hasLongName(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const isLong = (name: string) => !Array.isArray(value) && Buffer.byteLength(name) >= LARGE
  return Object.entries(value).some(([name, part]) => isLong(name) || hasLongName(part))
}

function attempt(act: () => unknown): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}

test('any long string can be replaced by the name of its member, with an escape in it or none', () => {
  const long = 'letters'.repeat(3)
  const text = JSON.stringify({ a: long, b: [long, [`${long}/`]], c: 'abc', d: { a: `"${long}` } })

  const replaced = parseLargeJson(Buffer.from(text.replaceAll('/', '\\/')), LARGE, (member, found) => [member, found])

  expect(replaced).toEqual({
    a: ['a', long],
    b: [['b', long], [['b', `${long}/`]]],
    c: 'abc',
    d: { a: ['a', `"${long}`] },
  })
})

test('a body that is one long string belongs to no member', () => {
  expect(parseLargeJson(Buffer.from('"long enough"'), LARGE, (member) => `of ${member}`)).toBe('of ')
})
