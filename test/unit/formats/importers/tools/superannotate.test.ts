import { expect, test } from 'vitest'
import { superAnnotate } from '#formats/importers/tools/superannotate'
import { importWith, labelFiles, reviewOf } from '#test/kit/label-files'
import { ONE_CRATE, ONE_LEFT_OUT, saidBy } from './kit.ts'

const METADATA = { name: 'bay.jpg', width: 200, height: 100, status: 'InProgress' }
const CRATE = { type: 'bbox', className: 'crate', points: { x1: 20, y1: 10, x2: 80, y2: 50 } }

function fileOf(instances: readonly unknown[], metadata: object = {}): string {
  return JSON.stringify({ metadata: { ...METADATA, ...metadata }, instances, tags: [] })
}

test('a file of SuperAnnotate for each image; one without instances leaves it unlabelled', async () => {
  const contents = { 'bay.jpg.json': fileOf([CRATE]), 'quay.jpg.json': fileOf([], { name: 'quay.jpg' }) }

  expect(await saidBy(superAnnotate, contents)).toEqual(ONE_CRATE)
})

test('an image that was completed without instances is a background image', async () => {
  const said = await saidBy(superAnnotate, { 'bay.jpg.json': fileOf([], { status: 'Completed' }) })

  expect(said.fates).toEqual([['bay.jpg', 'background']])
})

test('an image that was completed with tags alone stays unlabelled', async () => {
  const text = JSON.stringify({ metadata: { ...METADATA, status: 'Completed' }, instances: [], tags: ['cat'] })

  expect((await saidBy(superAnnotate, { 'bay.jpg.json': text })).fates).toEqual([])
})

test('other JSON with instances and a name is not taken for it', async () => {
  const stray = JSON.stringify({ metadata: { name: 'run-12' }, instances: [{ id: 'i-0abc' }] })

  expect((await reviewOf({ 'bay.jpg': '', 'run.json': stray })).id).toBeUndefined()
})

test('one instance of another kind costs itself alone', async () => {
  const said = await saidBy(superAnnotate, { 'bay.jpg.json': fileOf([{ type: 'cuboid' }, 7, CRATE]) })

  expect(said).toMatchObject({ fates: ONE_LEFT_OUT.fates })
  expect(said.problems).toEqual([
    'bay.jpg.json: Skipped in bay.jpg: instance 1 is not a bbox, rbbox, polygon or ellipse with its numbers; its type is "cuboid".',
    'bay.jpg.json: Skipped in bay.jpg: instance 2 cannot be read: not a JSON object.',
  ])
})

test('the size of the image comes with its instances', async () => {
  const { images } = await importWith(superAnnotate, labelFiles({ 'bay.jpg.json': fileOf([CRATE]) }))

  expect(images).toMatchObject([{ name: 'bay.jpg', size: { width: 200, height: 100 } }])
})

test('the masks of pixel projects are no images, and the list of classes is no unused file', async () => {
  const review = await reviewOf({
    'bay.jpg': '',
    'bay.jpg___save.png': '',
    'bay.jpg.json': fileOf([CRATE]),
    'classes/classes.json': '[{"name":"crate"}]',
  })

  expect(review).toMatchObject({ id: 'superannotate', paths: ['bay.jpg'], problems: [] })
})
