import { expect, test } from 'vitest'
import { objectsByName, reviewOf } from '#test/kit/label-files'

const CRATE = { className: 'crate', kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const SAIL = { className: 'sail', kind: 'box', box: { x0: 100, y0: 20, x1: 140, y1: 60 } }
const IMAGES = { 'images/a.jpg': '', 'images/b.jpg': '', 'images/c.jpg': '' }

const LISTED = { ...CRATE, className: 'object' }

test.each([
  [
    'a column for the whole box',
    'tensorflow',
    'image_id,width,height,bbox,source\na,200,100,"[20.0, 10.0, 60.0, 40.0]",usask_1\nb,200,100,,usask_1\nc,200,100,"[1, 2]",x\n',
    { a: [LISTED], b: [] },
    ['labels.csv line 4: Row skipped: the row has "[1, 2]" in column bbox, not [x, y, width, height].'],
  ],
  [
    'a column for the whole box, semicolons and classes',
    'tensorflow',
    'image_id;bbox;label\na.jpg;[20.0, 10.0, 60.0, 40.0];crate\na.jpg;"[100, 20, 40, 40]";sail\n',
    { 'a.jpg': [CRATE, SAIL] },
    [],
  ],
  [
    'the rows of AutoML',
    'automl',
    'TRAIN,gs://bucket/images/a.jpg,crate,0.1,0.1,,,0.4,0.5,,\nTEST,gs://bucket/images/b.jpg,,,,,,,,,\n',
    { 'images/a.jpg': [CRATE], 'images/b.jpg': [] },
    [],
  ],
  [
    'the rows of makesense.ai',
    'make-sense',
    'crate,20,10,60,40,a.jpg,200,100\nsail,100,20,40,40,a.jpg,200,100\n',
    { 'a.jpg': [CRATE, SAIL] },
    [],
  ],
])('%s are read', async (_, id, table, objects, problems) => {
  const found = await reviewOf({ ...IMAGES, 'labels.csv': table })

  expect(found.id).toBe(id)
  expect(found.problems).toEqual(problems)
  expect(objectsByName(found)).toMatchObject(objects)
})

test('AutoML names the splits', async () => {
  const rows = ['TRAIN', 'VALIDATION', 'TEST'].map(
    (set, i) => `${set},gs://x/${'abc'[i]}.jpg,crate,0.1,0.1,,,0.4,0.5,,`,
  )

  const { splits } = await reviewOf({ ...IMAGES, 'labels.csv': rows.join('\n') })

  expect(splits).toEqual({ 'a.jpg': 'train', 'b.jpg': 'valid', 'c.jpg': 'test' })
})
