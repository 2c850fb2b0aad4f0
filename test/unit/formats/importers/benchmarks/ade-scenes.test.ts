import { expect, test } from 'vitest'
import { greyPng } from '#formats/kit/png'
import { FRAME, readDataset } from '#test/kit/benchmark-files'
import { objectsByName } from '#test/kit/label-files'

test.each([
  [
    'objectInfo150.txt',
    'Idx\tRatio\tTrain\tVal\tName\n1\t0.1576\t11664\t1172\twall\n2\t0.1072\t6046\t612\tbuilding, edifice\n',
  ],
  [
    'objectInfo150.txt',
    'Idx\tRatio\tTrain\tVal\tStuff\tName\n1\t0.15\t11664\t1172\t1\twall\n2\t0.1\t9\t8\t1\tbuilding, edifice\n',
  ],
  ['objectInfo150.csv', 'Idx,Ratio,Train,Val,Stuff,Name\n1,0.15,11664,1172,1,wall\n2,0.1,9,8,1,building;edifice\n'],
])('ADE20K scene parsing: grey masks whose values are rows of %s', async (table, text) => {
  const { id, found, images } = await readDataset(
    {
      [table]: text,
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
