import { expect, test } from 'vitest'
import { greyPng } from '#formats/kit/png'
import { FRAME, readDataset } from '#test/kit/benchmark-files'
import { objectsByName } from '#test/kit/label-files'

test('ADE20K scene parsing: grey masks whose values are rows of a table', async () => {
  const { id, found, images } = await readDataset(
    {
      'objectInfo150.txt':
        'Idx\tRatio\tTrain\tVal\tStuff\tName\n1\t0.15\t11664\t1172\t1\twall\n2\t0.1\t9\t8\t1\tbuilding, edifice\n',
      'images/training/ADE_train_00000001.jpg': '',
      'annotations/training/ADE_train_00000001.png': await greyPng(Uint8Array.of(0, 1, 2, 2, 0, 1, 2, 2), FRAME),
    },
    'semantic-segmentation',
  )

  expect(id).toBe('ade20k-scenes')
  expect(objectsByName(found, { frame: FRAME })).toMatchObject({
    'images/training/ADE_train_00000001': [{ className: 'wall' }, { className: 'building' }],
  })
  expect(images).toEqual(['images/training/ADE_train_00000001.jpg'])
})
