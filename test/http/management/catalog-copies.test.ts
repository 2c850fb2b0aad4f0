import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLASS_COLORS } from '#common/annotation/class-colors'
import { sentenceOf } from '#common/messages/sentence'
import { MANY_SHAPES } from '#compose/labelling/labelling'
import { type CatalogStation, catalogStation, Started } from '../../kit/catalog-station.ts'
import { publishProject } from '../../kit/published.ts'
import type { TestStation } from '../../kit/station.ts'
import { photo } from '../../kit/station-process.ts'

let at: CatalogStation
let station: TestStation

beforeAll(async () => {
  at = await catalogStation()
  station = at.station
})

afterAll(() => at.close())

test('a copy of a published project has its images, labels, classes, tags and splits', async () => {
  const result = await at.forked({ url: 'http://localhost/catalog/harbour' })

  expect(result).toMatchObject({
    forked: true,
    id: 'acme/harbour-boats',
    name: 'Harbour boats',
    images: 3,
    leftOut: [],
  })
  expect(result).toMatchObject({
    url: 'http://localhost:80/acme/harbour-boats',
    datasetUrl: 'http://localhost:80/acme/harbour-boats',
  })
  const copy = await station.management.get('/acme/harbour-boats')
  expect(copy).toMatchObject({
    body: {
      project: {
        type: 'instance-segmentation',
        images: 3,
        unannotated: 1,
        public: false,
        splits: { train: 2, valid: 1, test: 0 },
        classes: { buoy: 1, boat: 1 },
        colors: { buoy: CLASS_COLORS[6], boat: CLASS_COLORS[1] },
        attributes: { boat: [{ name: 'hull', kind: 'choice', choices: [{ name: 'steel' }, { name: 'wood' }] }] },
      },
    },
  })
  const night = await station.management.post('/acme/harbour-boats/search', {
    json: { prompt: 'tag:night', fields: ['id', 'name', 'user_metadata'] },
  })
  expect(night).toMatchObject({ body: { results: [{ name: 'one.png', user_metadata: { lane: 4 } }] } })
  const { results } = z.object({ results: z.array(z.object({ id: z.string() })) }).parse(night.body)
  const image = await station.management.get(`/acme/harbour-boats/images/${results[0]?.id}`)
  expect(image).toMatchObject({
    body: {
      image: {
        annotation: {
          boxes: [
            { label: 'boat', x: 14, y: 18, width: 20, height: 20, attributes: { hull: 'wood' } },
            {
              label: 'buoy',
              points: [
                [30, 10],
                [50, 10],
                [40, 30],
              ],
            },
          ],
        },
      },
    },
  })
})

test('an image with very many objects is copied in the thread of annotations, and nobody hears of it before the copy is whole', async () => {
  const { path, manifest } = await publishProject(at.catalog, 'Crowd')
  const [image] = z.array(z.looseObject({})).parse(manifest['images'])
  const annotations = Array.from({ length: MANY_SHAPES + 1 }, (_, nth) => ({
    class: 'boat',
    box: [1, 1, 2 + nth / 100, 9],
  }))
  const crowd = { ...manifest, name: 'Crowd', images: [{ ...image, annotations }] }
  await writeFile(join(path, 'tessera-catalog.json'), JSON.stringify(crowd))
  const threads: number[] = []
  station.labelling.onDone((ranIn) => threads.push(ranIn))

  const result = await at.forked({ url: 'http://localhost/catalog/crowd' })

  expect(result).toMatchObject({ id: 'acme/crowd', images: 1, leftOut: [] })
  expect(threads.filter((ranIn) => ranIn !== threadId)).toHaveLength(1)
  const copy = await station.management.get('/acme/crowd')
  expect(copy).toMatchObject({ body: { project: { classes: { boat: MANY_SHAPES + 1 } } } })
})

test('the same project copied again is a second one with a free name', async () => {
  const project = await at.publicProject()
  const name = (await at.search(`q=acme/${project}`)).results[0]?.name

  const [first, second] = [
    await at.forked({ source_workspace: 'acme', source_project: project }),
    await at.forked({ url: `acme/${project}` }),
  ]

  expect(first).toMatchObject({ name: `${name} 2`, id: `acme/${project}-2`, images: 1 })
  expect(second).toMatchObject({ name: `${name} 3`, id: `acme/${project}-3`, images: 1 })
})

test('other workspaces copy public projects with everything in them, and find no private ones', async () => {
  const project = await at.publicProject()
  const { slug, key } = await station.addWorkspace(`other${Date.now()}`)

  const started = await at.fork({ source_workspace: 'acme', source_project: project }, { workspace: slug, key })
  const asked = async () => station.management.get(Started.parse(started.body).url, { key })
  await expect.poll(async () => (await asked()).body).toMatchObject({ status: 'completed' })
  await station.management.request('PATCH', `/acme/${project}`, { json: { public: false } })
  const refused = await at.fork({ source_workspace: 'acme', source_project: project }, { workspace: slug, key })

  expect(started.status).toBe(202)
  expect((await asked()).body).toMatchObject({ result: { id: `${slug}/${project}`, images: 1 } })
  expect(await station.management.get(`/${slug}/${project}`, { key })).toMatchObject({
    body: { project: { images: 1, unannotated: 0, classes: { crate: 1 }, public: false } },
  })
  expect(refused).toMatchObject({ status: 404, body: { error: expect.stringContaining(`acme/${project}`) } })
})

test('a copy is made of the project of exactly that address', async () => {
  await station.management.post('/acme/projects', { json: { name: 'cups', type: 'object-detection' } })

  expect(await at.fork({ url: 'acme/cups' })).toMatchObject({ status: 202 })
})

test.each([
  [{}, 400, 'url'],
  [{ url: '///' }, 400, 'workspace/project'],
  [{ source_project: 'nowhere' }, 404, 'nowhere'],
  [{ url: 'acme/ cups' }, 404, 'acme/ cups'],
  [{ url: ' acme/cups' }, 404, ' acme/cups'],
  [{ url: 'https://nas/acme/%20cups' }, 404, '%20cups'],
  [{ source_workspace: 'catalog', source_project: '../harbour' }, 404, 'harbour'],
])('a copy of %j is refused with %i', async (json, status, named) => {
  expect(await at.fork(json)).toMatchObject({ status, body: { error: expect.stringContaining(named) } })
})

test('broken manifests are passed over, and images that were changed or lie elsewhere are named', async () => {
  await publishProject(at.catalog, 'broken', { classes: 'none' })
  await publishProject(at.catalog, 'escaping', { images: [{ file: '../secret.png', sha256: 'a'.repeat(64) }] })
  const { path } = await publishProject(at.catalog, 'damaged', { name: 'Damaged' })
  await writeFile(join(path, 'images/one.png'), 'changed')
  await rm(join(path, 'images/two.png'))
  await writeFile(join(at.catalog, 'outside.png'), await photo('coins.png'))
  await symlink(join(at.catalog, 'outside.png'), join(path, 'images/two.png'))

  const found = await at.search('q=')
  const result = await at.forked({ url: 'catalog/damaged' })

  const names = found.results.map(({ project }) => project)
  expect(names).toContain('damaged')
  expect(names).not.toContain('broken')
  expect(names).not.toContain('escaping')
  expect(result).toMatchObject({
    images: 1,
    leftOut: expect.arrayContaining([
      { path: 'images/one.png', reason: expect.stringContaining('SHA-256') },
      { path: 'images/two.png', reason: expect.stringContaining('outside') },
    ]),
  })
})

test('a copy of which no image can be read fails, and leaves no project', async () => {
  const { path } = await publishProject(at.catalog, 'empty', { name: 'Nothing left' })
  await rm(join(path, 'images'), { recursive: true })

  const { taskId } = Started.parse((await at.fork({ url: 'catalog/empty' })).body)
  const task = await station.taskEnd(taskId)

  expect(task).toMatchObject({ status: 'failed', error: { english: expect.stringContaining('None of its 3 images') } })
  expect(await station.management.get('/acme/nothing-left')).toMatchObject({ status: 404 })
  await rm(path, { recursive: true })
})

test('a copy that is cancelled leaves no project, and nothing of it stays after the clean-up', async () => {
  const blobs = await station.storedBlobs()
  await publishProject(at.catalog, 'cancelled', { name: 'Cancelled' })
  const { copies, tasks } = station.services
  const started = await copies.start(station.workspace, { workspace: 'catalog', project: 'cancelled' })
  if (!started.ok) throw new Error(sentenceOf(started.error))

  const cancelled = await tasks.cancel(station.workspace, started.value)
  const task = await station.taskEnd(started.value)
  await station.cleanUp()

  expect(cancelled.ok).toBe(true)
  expect(task).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })
  expect(await station.management.get('/acme/cancelled')).toMatchObject({ status: 404 })
  expect(new Set(await station.storedBlobs()).difference(new Set(blobs)).size).toBe(0)
})
