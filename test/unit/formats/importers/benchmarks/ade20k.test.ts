import { expect, test } from 'vitest'
import { reviewOf } from '#test/kit/label-files'

test('masks of ADE20K without outlines are no images, and are named', async () => {
  const { id, paths, images, problems } = await reviewOf({
    'training/a/abbey/ADE_train_00000001.jpg': '',
    'training/a/abbey/ADE_train_00000001_seg.png': '',
    'training/a/abbey/ADE_train_00000001_parts_1.png': '',
  })

  expect(id).toBe('ade20k')
  expect(paths).toEqual(['training/a/abbey/ADE_train_00000001.jpg'])
  expect(images).toEqual([])
  expect(problems).toEqual([
    'training/a/abbey/ADE_train_00000001_parts_1.png: Mask not used: add the ADE20K JSON files or the tables ending in _atr.txt.',
  ])
})

const OUTLINES = {
  annotation: {
    filename: 'ADE_train_00000001.jpg',
    object: [{ name: 'door', polygon: { x: [1, 5, 5], y: [1, 1, 5] }, parts: { part_level: 0 } }],
  },
}

test.each([
  [
    'with outlines',
    { 'training/a/ADE_train_00000001.json': JSON.stringify(OUTLINES) },
    [],
    ['training/a/ADE_train_00000001'],
  ],
  [
    'without outlines',
    {},
    [expect.stringMatching(/instance_000_ADE_train_00000001\.png: Mask not used: add the ADE20K JSON files/)],
    [],
  ],
])('masks of single objects of ADE20K 2021 are no images %s', async (_, outlines, problems, names) => {
  const found = await reviewOf({
    'training/a/ADE_train_00000001.jpg': '',
    ...outlines,
    'training/a/ADE_train_00000001/instance_000_ADE_train_00000001.png': '',
  })

  expect(found.paths).toEqual(['training/a/ADE_train_00000001.jpg'])
  expect([found.problems, found.images.map(({ name }) => name)]).toEqual([problems, names])
})
