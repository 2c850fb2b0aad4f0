import { expect, test } from 'vitest'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { probeRefusal } from '#core/dataset/images/rules'

test.each([
  ['pngload_buffer: libpng read error', 'The PNG file is damaged or incomplete'],
  ['VipsJpeg: premature end of JPEG image', 'The JPEG file is damaged or incomplete'],
  ['webpload_buffer: unable to parse image', 'The WebP file is damaged or incomplete'],
  ['heifload_buffer: Invalid input', 'The AVIF file is damaged or incomplete'],
  ['Unknown error', 'The file is damaged or incomplete'],
  ['Input buffer has corrupt header', 'The file is damaged or incomplete'],
])('%j is told in plain words', (words, told) => {
  expect(sentenceOf(probeRefusal({ kind: 'broken', fault: literal(words) }).error)).toBe(told)
})

test('what Tessera found itself is told as it is', () => {
  const { error } = probeRefusal({ kind: 'broken', fault: message('image-header-too-far') })

  expect(sentenceOf(error)).toBe('The file is damaged: its header starts too far into the file')
})
