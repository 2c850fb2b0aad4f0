import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { probeRefusal } from '#core/dataset/images/rules'

test.each([
  ['pngload_buffer: libpng read error', 'The PNG file is damaged or incomplete'],
  ['VipsJpeg: premature end of JPEG image', 'The JPEG file is damaged or incomplete'],
  ['webpload_buffer: unable to parse image', 'The WebP file is damaged or incomplete'],
  ['heifload_buffer: Invalid input', 'The AVIF file is damaged or incomplete'],
  ['Unknown error', 'The file is damaged or incomplete'],
  ['Input buffer has corrupt header', 'The file is damaged or incomplete'],
  ['its header starts too far into the file', 'The file is damaged: its header starts too far into the file'],
])('%j is told in plain words', (detail, message) => {
  expect(sentenceOf(probeRefusal({ kind: 'broken', detail }).error)).toBe(message)
})
