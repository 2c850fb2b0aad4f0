import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLASS_COLORS } from '#common/annotation/class-colors'
import { newProject, uploadLabelled } from '../../kit/dataset.ts'
import { pictureHost, sends } from '../../kit/picture-host.ts'
import { publishProject } from '../../kit/published.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { photo } from '../../kit/station-process.ts'

let catalog: string
let station: TestStation

beforeAll(async () => {
  catalog = await mkdtemp(join(tmpdir(), 'tessera-catalog-'))
  await publishProject(catalog, 'Harbour')
  station = await testStation({ catalog: [catalog], fetching: { trustedHosts: ['127.0.0.1'] } })
})

afterAll(async () => {
  await station.close()
  await rm(catalog, { recursive: true })
})

const Findings = z.object({
  total: z.int(),
  results: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      images: z.int(),
      url: z.url(),
      workspace: z.string(),
      project: z.string(),
      license: z.string(),
      thumbnail: z.url().nullable(),
      annotationThumbnail: z.url().nullable(),
    }),
  ),
})
const Started = z.object({ taskId: z.string(), url: z.url() })

async function search(query: string, path = '/catalog/search') {
  return Findings.parse((await station.management.get(`${path}?${query}`)).body)
}

async function publicProject(): Promise<string> {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const json = { public: true }
  expect(await station.management.request('PATCH', `/acme/${project}`, { json })).toMatchObject({ status: 200 })
  return project
}

async function fork(json: object, { workspace = 'acme', key = station.key } = {}) {
  return station.management.post(`/${workspace}/projects/fork`, { json, key })
}

async function forked(json: object): Promise<Record<string, unknown>> {
  const { taskId } = Started.parse((await fork(json)).body)
  await station.taskEnd(taskId)
  return z
    .object({ result: z.record(z.string(), z.unknown()) })
    .parse((await station.management.get(`/acme/asynctasks/${taskId}`)).body).result
}

test('a project that is made public is told as such, found, and gone from the catalog when it is private again', async () => {
  const project = await publicProject()

  const told = await station.management.get(`/acme/${project}`)
  const found = await search(`q=acme/${project}`)
  await station.management.request('PATCH', `/acme/${project}`, { json: { public: false } })
  const gone = await search(`q=acme/${project}`)

  expect(told).toMatchObject({ body: { project: { public: true } } })
  expect(found).toMatchObject({ total: 1, results: [{ workspace: 'acme', project, images: 1 }] })
  expect(gone).toEqual({ total: 0, results: [] })
})

test('what is not a truth value does not make a project public', async () => {
  const project = await newProject(station)

  const refused = await station.management.request('PATCH', `/acme/${project}`, { json: { public: 'maybe' } })

  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('public') } })
})

test('a project in the trash is not in the catalog', async () => {
  const project = await publicProject()

  await station.management.request('DELETE', `/acme/${project}`)

  expect(await search(`q=acme/${project}`)).toEqual({ total: 0, results: [] })
})

test.each(['/catalog/search', '/universe/search'])('%s finds projects of catalog folders', async (path) => {
  const { total, results } = await search('q=quay', path)

  expect(total).toBe(1)
  expect(results).toMatchObject([
    {
      ...{ name: 'Harbour boats', type: 'instance-segmentation', images: 3, license: 'CC BY 4.0' },
      ...{ workspace: 'catalog', project: 'harbour', url: 'http://localhost:80/catalog/harbour' },
    },
  ])
})

test.each([
  ['q=class:boat', 1],
  ['q=class:boa', 0],
  ['q=boats images>=3', 1],
  ['q=boats images>3', 0],
  ['q=boats images:3', 1],
  ['q=boats instance segmentation', 1],
  ['q=boats&type=instance-segmentation', 1],
  ['q=boats&type=Instance Segmentation', 1],
  ['q=boats&type=classification', 0],
  ['q=boats stars>=5', 0],
  ['q=boats stars<5', 1],
  ['q=boats model:yolov8', 0],
  ['q="harbour boats"', 1],
  ['q=boats&page=2', 1],
])('%s finds %i', async (query, total) => {
  const found = await search(query)

  expect(found.total).toBe(total)
  expect(found.results).toHaveLength(query.includes('page=2') ? 0 : total)
})

test.each([
  ['', 'q'],
  ['q=images>many', 'images>many'],
  ['q=a&page=0', 'page'],
  ['q=a&limit=5000', 'limit'],
])('the search %s is refused with a sentence that names %s', async (query, named) => {
  const refused = await station.management.get(`/catalog/search?${query}`)

  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining(named) } })
})

test('thumbnails are links that work without a key, and nothing else', async () => {
  const project = await publicProject()

  for (const { thumbnail, annotationThumbnail } of (await search(`q=`)).results) {
    const picture = await station.management.get(thumbnail ?? '', { key: null })
    const labels = await station.management.get(annotationThumbnail ?? '', { key: null })
    const forged = await station.management.get((thumbnail ?? '').replace(/key=./, 'key=x'), { key: null })

    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    expect(labels).toMatchObject({ status: 200, body: expect.stringContaining('<svg') })
    expect(forged).toMatchObject({ status: 404 })
  }
  expect((await search(`q=acme/${project}`)).total).toBe(1)
})

test('projects are ranked by how alike their pictures look, from bytes and from an address', async () => {
  const [coins, coffee] = [await newProject(station), await newProject(station)]
  for (const [project, name] of [
    [coins, 'coins.png'],
    [coffee, 'coffee.jpg'],
  ] as const) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(await photo(name))]), name)
    await station.management.post(`/dataset/${project}/upload`, { form })
    await station.management.request('PATCH', `/acme/${project}`, { json: { public: true } })
  }
  const bytes = await photo('coffee.jpg')
  const host = await pictureHost({ '/coffee.jpg': sends(bytes) })

  const byBytes = await station.management.post('/catalog/search', { json: { image: bytes.toString('base64') } })
  const byAddress = await station.management.post('/universe/search', {
    json: { image: `http://${host.host}/coffee.jpg`, limit: '1' },
  })
  const refused = await station.management.post('/catalog/search', { json: { image_base64: 'bm8=' } })
  const empty = await station.management.post('/catalog/search', { json: {} })
  await host.close()

  const ranked = Findings.parse(byBytes.body).results.map(({ project }) => project)
  expect(ranked[0]).toBe(coffee)
  expect(ranked).toEqual(expect.arrayContaining([coins, 'harbour']))
  expect(Findings.parse(byAddress.body).results).toMatchObject([{ project: coffee }])
  expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('cannot be read') } })
  expect(empty).toMatchObject({ status: 400, body: { error: expect.stringContaining('image') } })
})

test('a copy of a published project has its pictures, labels, classes, tags and splits', async () => {
  const result = await forked({ url: 'http://localhost/catalog/harbour' })

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
        ...{ type: 'instance-segmentation', images: 3, unannotated: 1, public: false },
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

test('the same project copied again is a second one with a free name', async () => {
  const project = await publicProject()
  const name = (await search(`q=acme/${project}`)).results[0]?.name

  const [first, second] = [
    await forked({ source_workspace: 'acme', source_project: project }),
    await forked({ url: `acme/${project}` }),
  ]

  expect(first).toMatchObject({ name: `${name} 2`, id: `acme/${project}-2`, images: 1 })
  expect(second).toMatchObject({ name: `${name} 3`, id: `acme/${project}-3`, images: 1 })
})

test('other workspaces copy public projects with everything in them, and find no private ones', async () => {
  const project = await publicProject()
  const { slug, key } = await station.addWorkspace(`other${Date.now()}`)

  const started = await fork({ source_workspace: 'acme', source_project: project }, { workspace: slug, key })
  const asked = async () => station.management.get(Started.parse(started.body).url, { key })
  await expect.poll(async () => (await asked()).body).toMatchObject({ status: 'completed' })
  await station.management.request('PATCH', `/acme/${project}`, { json: { public: false } })
  const refused = await fork({ source_workspace: 'acme', source_project: project }, { workspace: slug, key })

  expect(started.status).toBe(202)
  expect((await asked()).body).toMatchObject({ result: { id: `${slug}/${project}`, images: 1 } })
  expect(await station.management.get(`/${slug}/${project}`, { key })).toMatchObject({
    body: { project: { images: 1, unannotated: 0, classes: { crate: 1 }, public: false } },
  })
  expect(refused).toMatchObject({ status: 404, body: { error: expect.stringContaining(`acme/${project}`) } })
})

test.each([
  [{}, 400, 'url'],
  [{ url: '///' }, 400, 'workspace/project'],
  [{ source_project: 'nowhere' }, 404, 'nowhere'],
  [{ source_workspace: 'catalog', source_project: '../harbour' }, 404, 'harbour'],
])('a copy of %j is refused with %i', async (json, status, named) => {
  expect(await fork(json)).toMatchObject({ status, body: { error: expect.stringContaining(named) } })
})

test('broken manifests are passed over, and pictures that were changed or lie elsewhere are named', async () => {
  await publishProject(catalog, 'broken', { classes: 'none' })
  await publishProject(catalog, 'escaping', { images: [{ file: '../secret.png', sha256: 'a'.repeat(64) }] })
  const { path } = await publishProject(catalog, 'damaged', { name: 'Damaged' })
  await writeFile(join(path, 'images/one.png'), 'changed')
  await rm(join(path, 'images/two.png'))
  await writeFile(join(catalog, 'outside.png'), await photo('coins.png'))
  await symlink(join(catalog, 'outside.png'), join(path, 'images/two.png'))

  const found = await search('q=')
  const result = await forked({ url: 'catalog/damaged' })

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

test('a copy of which no picture can be read fails, and leaves no project', async () => {
  const { path } = await publishProject(catalog, 'empty', { name: 'Nothing left' })
  await rm(join(path, 'images'), { recursive: true })

  const { taskId } = Started.parse((await fork({ url: 'catalog/empty' })).body)
  const task = await station.taskEnd(taskId)

  expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('None of its 3 pictures') })
  expect(await station.management.get('/acme/nothing-left')).toMatchObject({ status: 404 })
  await rm(path, { recursive: true })
})

test('a copy that is cancelled leaves no project, and nothing of it stays after the clean-up', async () => {
  const blobs = await station.storedBlobs()
  await publishProject(catalog, 'cancelled', { name: 'Cancelled' })
  const { copies, tasks } = station.services
  const started = await copies.start(station.workspace, { workspace: 'catalog', project: 'cancelled' })
  if (!started.ok) throw new Error(started.error.message)

  const cancelled = await tasks.cancel(station.workspace, started.value)
  const task = await station.taskEnd(started.value)
  await station.cleanUp()

  expect(cancelled.ok).toBe(true)
  expect(task).toMatchObject({ status: 'failed', error: 'Cancelled' })
  expect(await station.management.get('/acme/cancelled')).toMatchObject({ status: 404 })
  expect(new Set(await station.storedBlobs()).difference(new Set(blobs)).size).toBe(0)
})
