import { expect, test } from 'vitest'
import { kitti } from '#formats/exporters/kitti'
import { boxShape, CRATE, collect, harbor, imageOf, sourceOf, textsOf, versionOf } from './kit.ts'

test('a box ends at the border of the image, and is not said to be cut there: nobody knows where it ended', async () => {
  const shapes = [boxShape(CRATE, [-5, 0.126, 10.5, 20]), boxShape(CRATE, [199.5, 0, 300, 50])]
  const source = sourceOf(versionOf({ classes: [{ id: CRATE, name: 'big crate' }] }), [
    imageOf({ fileName: 'quay.jpg', shapes }),
  ])

  const texts = await textsOf(kitti.files(source))

  expect(texts['train/label_2/quay.txt']).toBe(
    'big-crate 0.00 0 -10 0.00 0.13 10.50 20.00 -1 -1 -1 -1000 -1000 -1000 -10\n',
  )
})

test('images are the stored ones, under the names of their labels', async () => {
  const files = await collect(kitti.files(harbor()))

  const images = files.filter(({ kind }) => kind === 'image').map(({ path }) => path)
  expect(images).toEqual([
    'train/image_2/bay-01_png.rf.0123456789abcdef0123456789abcdef.jpg',
    'train/image_2/quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg',
  ])
  const labels = files.filter(({ path }) => path.includes('/label_2/')).map(({ path }) => path)
  expect(labels).toEqual(images.map((path) => path.replace('image_2', 'label_2').replace(/jpg$/, 'txt')))
})
