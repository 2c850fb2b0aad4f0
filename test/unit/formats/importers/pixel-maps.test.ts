import { expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

test('masks of COCO-Stuff are no images, and each folder of them is named', async () => {
  const { paths, problems } = await reviewOf({
    'train2017/000000000009.jpg': '',
    'annotations/stuff_train2017_pixelmaps/000000000009.png': '',
    'annotations/stuff_train2017_pixelmaps/000000000025.png': '',
  })

  expect(paths).toEqual(['train2017/000000000009.jpg'])
  expect(problems).toEqual([
    'annotations/stuff_train2017_pixelmaps/000000000009.png: Masks in this folder are not used. For COCO-Stuff, Tessera reads the JSON file, such as stuff_train2017.json.',
  ])
})
