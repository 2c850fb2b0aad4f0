import { expect, test } from 'vitest'
import { forbiddenNameIn } from '#servers/kit/json/forbidden-name'
import { holdsMore } from '#servers/kit/json/holds-more'

/** As many values as this would exceed the memory of the program. */
const BYTES = new Uint8Array(100_000_000)

test('decoded bytes in a body count as one value, and are not walked through', () => {
  expect(holdsMore({ image: BYTES, fields: ['a'] }, 2)).toBe(false)
  expect(holdsMore({ image: BYTES, fields: ['a', 'b'] }, 2)).toBe(true)
  expect(forbiddenNameIn({ image: BYTES, list: [BYTES] })).toBeUndefined()
})
