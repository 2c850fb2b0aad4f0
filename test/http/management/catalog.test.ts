import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CatalogStation, catalogStation, Findings } from '../../kit/catalog-station.ts'
import { newProject } from '../../kit/dataset.ts'
import { imageHost, sends } from '../../kit/image-host.ts'
import type { TestStation } from '../../kit/station.ts'
import { photo } from '../../kit/station-process.ts'

let at: CatalogStation
let station: TestStation

beforeAll(async () => {
  at = await catalogStation()
  station = at.station
})

afterAll(() => at.close())

test('a project that is made public is told as such, found, and gone from the catalog when it is private again', async () => {
  const project = await at.publicProject()

  const told = await station.management.get(`/acme/${project}`)
  const found = await at.search(`q=acme/${project}`)
  await station.management.request('PATCH', `/acme/${project}`, { json: { public: false } })
  const gone = await at.search(`q=acme/${project}`)

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
  const project = await at.publicProject()

  await station.management.request('DELETE', `/acme/${project}`)

  expect(await at.search(`q=acme/${project}`)).toEqual({ total: 0, results: [] })
})

test.each(['/catalog/search', '/universe/search'])('%s finds projects of catalog folders', async (path) => {
  const { total, results } = await at.search('q=quay', path)

  expect(total).toBe(1)
  expect(results).toMatchObject([
    {
      name: 'Harbour boats',
      type: 'instance-segmentation',
      images: 3,
      license: 'CC BY 4.0',
      workspace: 'catalog',
      project: 'harbour',
      url: 'http://localhost:80/catalog/harbour',
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
  const found = await at.search(query)

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
  const project = await at.publicProject()

  for (const { thumbnail, annotationThumbnail } of (await at.search(`q=`)).results) {
    const image = await station.management.get(thumbnail ?? '', { key: null })
    const labels = await station.management.get(annotationThumbnail ?? '', { key: null })
    const forged = await station.management.get((thumbnail ?? '').replace(/key=./, 'key=x'), { key: null })

    expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/webp' } })
    expect(labels).toMatchObject({ status: 200, body: expect.stringContaining('<svg') })
    expect(forged).toMatchObject({ status: 404 })
  }
  expect((await at.search(`q=acme/${project}`)).total).toBe(1)
})

test('projects are ranked by how alike their images look, from bytes and from an address', async () => {
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
  const host = await imageHost({ '/coffee.jpg': sends(bytes) })

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
