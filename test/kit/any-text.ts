import fc from 'fast-check'

/** Every Unicode character. fast-check's own arbitrary first makes a list of all million of them. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

/** Texts of any characters, including those that often cause bugs, such as `__proto__`. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ unit: character, maxLength }), fc.string({ maxLength }))
}
