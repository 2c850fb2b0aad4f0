import { expect, test } from 'vitest'
import { readDataset } from '#test/kit/benchmark-files'
import { fatesOf } from '#test/kit/label-files'

test('ADE20K: outlines beside the image, without parts, and its masks are no images', async () => {
  const object = (name: string, level: number) => ({
    id: 1,
    name,
    parts: { hasparts: 0, part_level: level },
    polygon: { x: [20, 80, 80], y: [10, 10, 50] },
  })
  const annotation = { filename: 'ADE_train_1.jpg', folder: 'x', object: [object('car, auto', 0), object('wheel', 1)] }

  const { id, found, images } = await readDataset({
    'training/street/ADE_train_1.json': JSON.stringify({ annotation }),
    'training/street/ADE_train_1.jpg': '',
    'training/street/ADE_train_1_seg.png': '',
    'training/street/ADE_train_1_parts_1.png': '',
  })

  expect(id).toBe('ade20k')
  expect(await fatesOf(found)).toEqual({ 'training/street/ADE_train_1': ['car'] })
  expect(images).toEqual(['training/street/ADE_train_1.jpg'])
})
