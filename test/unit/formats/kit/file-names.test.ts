import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { ImageId } from '#common/ids'
import { besideImage, exportFileName } from '#formats/kit/file-names'

const version = { id: 'acme/harbor/3' }
const imageId = ImageId.parse('image001')

test.each([
  ['bay 01.png', 'bay-01_png'],
  ['IMG_0001.JPG', 'IMG_0001_JPG'],
  ['blackhead (5).jpg', 'blackhead-5-_jpg'],
  ['frame.0001.jpeg', 'frame-0001_jpeg'],
  ['Straße 猫 🍎.webp', 'Strasse-Mao--_webp'],
  ['no extension', 'no-extension'],
  ['taken at 5. in the rain', 'taken-at-5-in-the-rain'],
  ['.png', 'image_png'],
  ['', 'image'],
  ['../../etc/passwd', '-etc-passwd'],
  [`${'x'.repeat(120)}.png`, `${'x'.repeat(100)}_png`],
])('%j is exported as %s', (originalName, readable) => {
  const [before] = exportFileName(version, { imageId, variant: 0, originalName }).split('.rf.')

  expect(before).toBe(readable)
})

test('the digits are the beginning of the hash of version, image and variant', () => {
  const digits = createHash('sha256').update('acme/harbor/3\nimage001\n2').digest('hex').slice(0, 32)

  expect(exportFileName(version, { imageId, variant: 2, originalName: 'a.jpg' })).toBe(`a_jpg.rf.${digits}.jpg`)
})

test('a label file has the name of its image', () => {
  expect(besideImage('a_jpg.rf.00.jpg', 'txt')).toBe('a_jpg.rf.00.txt')
})
