import { expect, test } from 'vitest'
import { jsonBlob } from '#remote/reconstruction/json-blob'

const LONG = 3_000_000

test.each([
  [
    'members, also those named as what objects have',
    { ['__proto__']: 1, 'a "b"': { c: [] }, d: {}, e: null, f: undefined },
  ],
  ['lists in lists', [[], [1, 'a', [true, null]], {}]],
  ['a long list of numbers', Array.from({ length: 10_001 }, (_, nth) => nth / 3)],
  ['a long list with a text in it', Array.from({ length: 10_001 }, (_, nth) => (nth === 5000 ? 'a' : nth))],
  ['a long text with escapes', '"\\\n😀'.repeat(LONG / 5)],
  ['a long text of letters of two halves', `a${'😀'.repeat(LONG / 2)}`],
  ['numbers that JSON does not have', [Number.NaN, 1e21, -0]],
])('%s are written as JSON.stringify writes them', async (_, value) => {
  const text = await (await jsonBlob(value)).text()

  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
})

test.each([0, 1, 2, 3, LONG, LONG + 1])('%d bytes are written as base64', async (length) => {
  const around = new Uint8Array(length + 7).map((_, nth) => nth % 251)
  const bytes = around.subarray(7)

  const text = await (await jsonBlob({ value: bytes })).text()

  expect(JSON.parse(text)).toEqual({ value: Buffer.from(bytes).toString('base64') })
})
