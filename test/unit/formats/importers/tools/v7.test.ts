import { expect, test } from 'vitest'
import { v7 } from '#formats/importers/tools/v7'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const V7 = {
  version: '2.0',
  item: { name: 'bay.jpg', path: '/', slots: [{ slot_name: '0', type: 'image' }] },
  annotations: [{ id: '1', name: 'crate', bounding_box: { x: 20, y: 10, w: 60, h: 40 }, slot_names: ['0'] }],
}

test('a file of V7 for each image; one without annotations leaves it unlabelled', async () => {
  expect(
    await saidBy(v7, {
      'bay.json': JSON.stringify(V7),
      'quay.json': JSON.stringify({ ...V7, annotations: [] }),
    }),
  ).toEqual(ONE_CRATE)
})

test('one annotation of another kind costs itself alone', async () => {
  const annotations = [{ name: 'odd' }, ...V7.annotations]

  expect(await saidBy(v7, { 'bay.json': JSON.stringify({ ...V7, annotations }) })).toMatchObject(ONE_LEFT_OUT)
})
