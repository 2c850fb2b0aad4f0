import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '#inference/onnx/utf8'

/** Code points from everywhere, halves of pairs among them. */
const anyText = fc.array(fc.nat(0x10ffff)).map((codes) => String.fromCodePoint(...codes))

test('texts are written as every other program writes UTF-8', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(String(encodeUtf8(text))).toBe(String(new TextEncoder().encode(text)))
    }),
  )
})

test('a text comes back as it was, and half a pair as the replacement character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(decodeUtf8(encodeUtf8(text))).toBe(text.toWellFormed())
    }),
  )
  expect(decodeUtf8(encodeUtf8('\ud800'))).toBe('\ufffd')
})

test('of bytes that are no UTF-8, what is sound stays', () => {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  const sound = (text: string): string => text.replaceAll('\ufffd', '')
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(sound(decodeUtf8(bytes))).toBe(sound(decoder.decode(bytes)))
    }),
    { numRuns: 1000 },
  )
})

test.each([[[0xc0, 0x80]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]], [[0xe2, 0x82]], [[0xff]]])(
  'bytes %j are no character',
  (bytes) => {
    expect(decodeUtf8(Uint8Array.from(bytes))).toMatch(/^\ufffd+$/)
  },
)
