import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decodeArrived } from '#servers/inference/bodies/base64-pieces'
import { decodeBase64 } from '#servers/kit/base64'

const BYTES = randomBytes(2_500_001)
const TEXT = BYTES.toString('base64')
const LINES = TEXT.replace(/.{76}/g, '$&\r\n')

test.each([
  ['one line', TEXT],
  ['lines', LINES],
  ['a data URL', `data:image/png;base64,${TEXT}`],
  ['the other alphabet, without padding', BYTES.toString('base64url')],
  ['white space at the end', `${TEXT}\n\n`],
  ['nothing', ''],
  ['white space alone', ' \n'],
  ['another letter in the middle', `${TEXT.slice(0, 2_000_000)}%${TEXT.slice(2_000_000)}`],
  ['one letter too many', `${TEXT.slice(0, 2_000_000)}A`],
  ['another letter behind whole bytes', `${TEXT.slice(0, 2_000_000)}*`],
  ['padding in the middle', `${TEXT.slice(0, 2_000_000)}==${TEXT.slice(2_000_000)}`],
  ['too much padding', `${TEXT.slice(0, 2_000_000)}===`],
])('text in pieces is decoded as text in one: %s', async (_, text) => {
  const expected = decodeBase64(text)

  const found = await decodeArrived(Buffer.from(text, 'latin1'))

  expect(found.ok).toBe(expected.ok)
  expect(found.ok ? found.value.toString('hex').length : found.error).toEqual(
    expected.ok ? expected.value.toString('hex').length : expected.error,
  )
  expect(found.ok && expected.ok ? found.value.equals(expected.value) : true).toBe(true)
})
