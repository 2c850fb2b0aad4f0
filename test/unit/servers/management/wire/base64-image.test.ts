import { expect, test } from 'vitest'
import { readBase64Image } from '#servers/management/wire/base64-image'

/** No whole number of groups of three bytes. */
const LARGE = Buffer.from(Uint8Array.from({ length: 2_500_001 }, (_, nth) => (nth * 31) % 251))

test.each([
  ['a short text', Buffer.from('image'), (text: string) => text],
  ['a long text', LARGE, (text: string) => text],
  ['a data URL', LARGE, (text: string) => `data:image/png;base64,${text}`],
  ['lines of 76 letters', LARGE, (text: string) => text.replace(/.{76}/g, '$&\r\n')],
  [
    'the letters of addresses, without padding',
    LARGE,
    (text: string) => text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ],
])('%s becomes its bytes', (_, bytes, written) => {
  const read = readBase64Image(written(bytes.toString('base64')), 'image')

  expect(bytes.equals(read)).toBe(true)
})

test.each(['', ' ', 'an image!', 'AAA=AAAA', `${'A'.repeat(1_048_574)}==AAAA`, `${'A'.repeat(1_048_576)}é`])(
  'what is no base64 is refused by its field',
  (text) => {
    expect(() => readBase64Image(text, 'image_base64')).toThrow('image_base64 is not base64 text')
  },
)

test('what was decoded before stays as it is; no bytes are no base64', () => {
  expect(readBase64Image(LARGE, 'image')).toBe(LARGE)
  expect(() => readBase64Image(new Uint8Array(), 'image')).toThrow('image is not base64 text')
})
