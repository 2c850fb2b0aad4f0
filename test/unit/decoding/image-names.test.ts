import { expect, test } from 'vitest'
import { IMAGE_KINDS, isImageName, TAKEN_KINDS } from '#common/image-kinds'

test.each(['a.jpg', 'dir/A.JPEG', 'a.b.jfif', 'a.tif', 'a.TIFF', '.png', 'a.heic', 'a.jxl', 'a.SVG', 'a.psd', 'a.eps'])(
  '%s is an image',
  (name) => {
    expect(isImageName(name)).toBe(true)
  },
)

test.each(['', 'jpg', 'a.jpg.txt', 'a.jpg/b', 'a.mp4', 'a.docx', 'a.', 'a.png '])('"%s" is none', (name) => {
  expect(isImageName(name)).toBe(false)
})

test('moving images are decoded and not taken into projects', () => {
  expect(IMAGE_KINDS.filter((kind) => !TAKEN_KINDS.includes(kind))).toEqual(['gif'])
})
