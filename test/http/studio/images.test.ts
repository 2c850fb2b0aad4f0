import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageFilter, ImageSort } from '#common/contract/images'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { addTag } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project

beforeAll(async () => {
  station = await testStation()
  const slug = await newProject(station)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  project = found.value
  addTag(station, await upload(station, slug, { name: 'b-quay.png', split: 'train' }), 'night')
  addTag(station, await uploadLabelled(station, slug, { name: 'a-quay.png', split: 'valid' }), 'night')
  await upload(station, slug, { name: 'gull.png', split: 'valid' })
})

afterAll(async () => station.close())

async function names(filter: ImageFilter, sort: ImageSort = 'added') {
  const { total, rows } = await station.services.images.page(project, { filter, sort, offset: 0, limit: 50 })
  expect(total).toBe(rows.length)
  return rows.map(({ name }) => name)
}

test('the list of images takes a search, in every order', async () => {
  expect(await names({ search: 'quay OR tag:nothing' })).toEqual(['b-quay.png', 'a-quay.png'])
  expect(await names({ search: 'tag:night' }, 'name')).toEqual(['a-quay.png', 'b-quay.png'])
  expect(await names({ search: 'project:false' })).toEqual([])
})

test('a search and the filters beside it narrow one another', async () => {
  expect(await names({ search: 'class:crate', splits: ['valid'], text: 'quay' })).toEqual(['a-quay.png'])
  expect(await names({ search: '-quay', splits: ['train'] })).toEqual([])
})

test('a table tells tags, classes and batch, and every order is the reverse of its reverse', async () => {
  const rows = async (sort: ImageSort) =>
    (await station.services.images.rows(project, { filter: {}, sort, offset: 0, limit: 50 })).rows
  const named = async (sort: ImageSort) => (await rows(sort)).map(({ name }) => name)

  const [first] = await rows('most-classes')
  expect(first).toMatchObject({
    name: 'a-quay.png',
    tags: ['night'],
    classes: [{ shapes: 1 }],
    batch: expect.any(String),
  })
  expect(await named('newest')).toEqual(['gull.png', 'a-quay.png', 'b-quay.png'])
  expect(await named('name-reversed')).toEqual((await named('name')).toReversed())
  expect(await named('fewest-tags')).toEqual(['gull.png', 'b-quay.png', 'a-quay.png'])
  expect(await named('split')).toEqual(['b-quay.png', 'a-quay.png', 'gull.png'])
  expect(await named('state')).toEqual(['a-quay.png', 'b-quay.png', 'gull.png'])
})

test('images like one are the likest first, and like none that is there are none', async () => {
  const [like] = await station.services.images.ids(project, { search: 'gull' }, 'added')

  const found = await names({ ...(like && { like }) }, 'alike')

  expect(found.toSorted()).toEqual(['a-quay.png', 'b-quay.png', 'gull.png'])
  expect(await names({ like: ImageId.parse('notThereAtAll') }, 'alike')).toEqual([])
})

test('the state is a word of the search', async () => {
  expect(await names({ search: 'state:done' })).toEqual(['a-quay.png'])
  expect(await names({ search: '-state:done' }, 'name')).toEqual(['b-quay.png', 'gull.png'])
})

test('the ids of a search are those of its pages', async () => {
  const { rows } = await station.services.images.page(project, {
    filter: { search: 'quay' },
    sort: 'name',
    offset: 0,
    limit: 50,
  })

  const ids = await station.services.images.ids(project, { search: 'quay' }, 'name')

  expect(ids).toEqual(rows.map(({ id }) => id))
})

test('images in the trash are told by name, those of the project and of other projects are not', async () => {
  const slug = await newProject(station)
  const other = await station.services.projects.find(station.workspace, slug)
  if (!other.ok) throw new Error(sentenceOf(other.error))
  const [kept, gone] = [
    await upload(station, slug, { name: 'kept.png' }),
    await upload(station, slug, { name: 'gone.png' }),
  ]
  await station.services.images.trash(other.value, [ImageId.parse(gone)])
  const asked = [ImageId.parse(kept), ImageId.parse(gone), ImageId.parse('nowhere0')]

  expect(await station.services.images.trashed(other.value, asked)).toEqual([{ id: gone, name: 'gone.png' }])
  expect(await station.services.images.trashed(project, asked)).toEqual([])
})
