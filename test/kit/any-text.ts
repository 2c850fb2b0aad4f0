import fc from 'fast-check'

/** Every character that Unicode has room for. The one of fast-check makes a list of all million of them first. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))

/** Texts of any characters at all, and those that programs tend to trip over, `__proto__` among them. */
export function anyText(maxLength: number): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ unit: character, maxLength }), fc.string({ maxLength }))
}
