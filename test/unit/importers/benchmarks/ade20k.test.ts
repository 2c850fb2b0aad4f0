import { expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

test('masks of ADE20K without outlines are no images, and are named', async () => {
  const { id, images, pictures, problems } = await reviewOf({
    'training/a/abbey/ADE_train_00000001.jpg': '',
    'training/a/abbey/ADE_train_00000001_seg.png': '',
    'training/a/abbey/ADE_train_00000001_parts_1.png': '',
  })

  expect(id).toBe('ade20k')
  expect(images).toEqual(['training/a/abbey/ADE_train_00000001.jpg'])
  expect(pictures).toEqual([])
  expect(problems).toEqual([
    'training/a/abbey/ADE_train_00000001_parts_1.png: The mask is not used: neither the JSON files with outlines of ADE20K nor its tables are in the data set. They end in _atr.txt.',
  ])
})
