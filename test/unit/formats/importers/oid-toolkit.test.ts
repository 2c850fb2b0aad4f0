import { expect, test } from 'vitest'
import { oidToolkit } from '#formats/importers/oid-toolkit'
import { importWith, labelFiles, objectsByName, reviewOf } from '#test/kit/label-files'

test('the texts of the Open Images toolkit lie in a folder beside their images', async () => {
  const contents = { 'train/Tea spoon/a.jpg': '', 'train/Tea spoon/Label/a.txt': 'Tea spoon 20.0 10.0 80 50\n' }

  const found = await importWith(oidToolkit, labelFiles(contents))

  expect(objectsByName(found)).toEqual({
    'train/Tea spoon/a': [{ className: 'Tea spoon', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }],
  })
})

test('a damaged line costs itself alone', async () => {
  const found = await importWith(
    oidToolkit,
    labelFiles({ 'a.jpg': '', 'Label/a.txt': 'crate 20 10 80 50\ncrate 20 10 80\n' }),
  )

  expect(found.problems).toEqual(['Label/a.txt line 2: Line skipped: the line is not a class name and four numbers.'])
  expect(found.images).toMatchObject([{ isPartial: true }])
})

test.each([
  ['kitti', 'Car 0.00 0 -1.57 599.41 156.40 629.75 189.25 2.85 2.63 12.34 0.47 1.49 69.44 -1.56'],
  ['yolov5-obb', '20 10 80 10 80 50 20 50 crate 0'],
  ['yolov8', '0 0.5 0.5 0.2 0.2'],
  ['yolokeras', 'a.jpg 20,10,80,50,0'],
  [undefined, 'a.jpg crate 20 10 80 50'],
])('the texts of %s are not taken for it', async (id, line) => {
  const review = await reviewOf({ 'a.jpg': '', 'a.txt': `${line}\n` })

  expect(review.id).toBe(id)
})
