import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { imageForm, newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { addMetadata, addRows, addTag, runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Found = z.object({
  results: z.array(z.looseObject({ id: z.string(), name: z.string().optional(), filename: z.string().optional() })),
  total: z.number(),
})
const Paged = Found.extend({ continuationToken: z.string().nullable() })

async function search(project: string, json: object) {
  return Found.parse((await station.management.post(`/acme/${project}/search`, { json })).body)
}

async function searchAll(json: object) {
  return Paged.parse((await station.management.post('/acme/search/v1', { json })).body)
}

async function names(project: string, json: object): Promise<(string | undefined)[]> {
  return (await search(project, json)).results.map(({ name }) => name)
}

/** Three images that differ in everything that can be searched for. */
async function harbor() {
  const project = await newProject(station)
  const quay = await upload(station, project, { name: 'Quay_01.png', split: 'train', batch: 'Monday' })
  const boat = await uploadLabelled(station, project, { name: 'boat-100%.png', split: 'valid', batch: 'Tuesday' })
  const gull = await upload(station, project, { name: 'gull.png', split: 'test', batch: 'Tuesday' })
  addTag(station, quay, 'night')
  addTag(station, quay, 'two words')
  addTag(station, boat, 'Night')
  addMetadata(station, quay, 'lane', 4)
  addMetadata(station, boat, 'lane', '4')
  addMetadata(station, gull, 'lane', 5)
  addMetadata(station, gull, 'wet', true)
  runSql(station, `UPDATE image SET width = 4000, height = 3000, added_at = 1767225600 WHERE id = ?`, gull)
  return { project, quay, boat, gull }
}

describe('a search in a project', () => {
  let made: Awaited<ReturnType<typeof harbor>>

  beforeAll(async () => {
    made = await harbor()
  })

  const [quay, boat, gull] = ['Quay_01.png', 'boat-100%.png', 'gull.png']

  test.each([
    ['', [quay, boat, gull]],
    ['*', [quay, boat, gull]],
    ['QUAY', [quay]],
    ['u', [quay, gull]],
    ['_', [quay]],
    ['100%', [boat]],
    ['filename:q*1', [quay]],
    ['crate', [boat]],
    ['night', [quay, boat]],
    ['nigh', []],
    ['tag:NIGHT', [quay, boat]],
    ['tag:"two words"', [quay]],
    ['class:Crate', [boat]],
    ['split:test', [gull]],
    ['batch:tuesday', [boat, gull]],
    ['metadata:lane=4', [quay, boat]],
    ['metadata:wet=true', [gull]],
    ['metadata:lane', [quay, boat, gull]],
    ['metadata:wet', [gull]],
    ['min-width:1000', [gull]],
    ['max-height:100', [quay, boat]],
    ['min-annotations:1', [boat]],
    ['max-annotations:0', [quay, gull]],
    ['labelled:true', [boat]],
    ['added:2026-01-01', [gull]],
    ['added:<2026-01-01', []],
    ['added:<=2026-01-01', [gull]],
    ['added:>2026-01-01', [quay, boat]],
    ['added:>=2026-01-02', [quay, boat]],
    ['-tag:night', [gull]],
    ['NOT split:train', [boat, gull]],
    ['tag:night -class:crate', [quay]],
    ['split:train OR split:test', [quay, gull]],
    ['-(split:train OR split:test)', [boat]],
    ['project:false', []],
    ['project:no-such-project', []],
  ])('for %s', async (prompt, expected) => {
    expect(await names(made.project, { prompt })).toEqual(expected)
  })

  test.each([
    [{ tag: 'night' }, [quay, boat]],
    [{ class_name: 'crate' }, [boat]],
    [{ in_dataset: true }, [boat]],
    [{ in_dataset: 'false' }, [quay, gull]],
    [{ batch: false, annotation_job: false, in_dataset: '' }, [quay, boat, gull]],
    [{ batch_id: 'Monday' }, [quay]],
    [{ prompt: 'u', tag: 'night', unknown_key: 1 }, [quay]],
  ])('with the filter %j', async (json, expected) => {
    expect(await names(made.project, json)).toEqual(expected)
  })

  test('finds by the id of a batch', async () => {
    const facets = await station.services.images.facets(await projectOf(made.project))
    const monday = facets.batches.find(({ name }) => name === 'Monday')

    expect(await names(made.project, { batch_id: monday?.id })).toEqual([quay])
  })

  test('tells what was asked for, and the id', async () => {
    const fields = [
      'filename',
      'annotations',
      'labels',
      'tags',
      'user_metadata',
      'aspectRatio',
      'owner',
      'projects',
      'x',
    ]

    const found = await search(made.project, { prompt: 'boat', fields })

    expect(found.results).toEqual([
      {
        id: made.boat,
        filename: boat,
        annotations: { count: 1, classes: { crate: 1 } },
        labels: ['crate'],
        tags: ['Night'],
        user_metadata: { lane: '4' },
        aspectRatio: 64 / 48,
        owner: 'acme',
        projects: [made.project],
      },
    ])
  })

  test('links to the pixels', async () => {
    const found = await search(made.project, { prompt: 'boat', fields: ['url', 'split', 'width'] })

    const [{ url, ...rest } = { url: '' }] = found.results
    expect(rest).toEqual({ id: made.boat, split: 'valid', width: 64 })
    expect(await station.management.get(z.string().parse(url), { key: null })).toMatchObject({ status: 200 })
  })

  test('leaves images in the trash out', async () => {
    const project = await newProject(station)
    const id = await upload(station, project)
    runSql(station, 'UPDATE image SET trashed_at = 1 WHERE id = ?', id)

    expect(await search(project, {})).toMatchObject({ results: [], total: 0 })
  })
})

test.each([
  [{ limit: 251 }, 'limit must be at most 250'],
  [{ limit: 0 }, 'limit must be at least 1'],
  [{ offset: -1 }, 'offset must be at least 0'],
  [{ fields: 'name' }, 'fields must be a list'],
  [{ prompt: 'a tga:b' }, 'Search error at character 3 ("tga:b"): Unknown selector "tga:"'],
  [{ image_base64: 'bm8gcGljdHVyZQ==' }, 'image_base64 is not a readable image'],
  [{ image_base64: 'no image!' }, 'image_base64 is not base64 text'],
])('the search %j is refused in words', async (json, sentence) => {
  const project = await newProject(station)

  const response = await station.management.post(`/acme/${project}/search`, { json })

  expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
})

test('a search in a project that is not there, and for an image of another project, is answered as not found', async () => {
  const [project, other] = [await newProject(station), await newProject(station)]
  const like_image = await upload(station, other)

  const missing = await station.management.post('/acme/no-such-project/search', { json: {} })
  const foreign = await station.management.post(`/acme/${project}/search`, { json: { like_image } })

  expect([missing.status, foreign.status]).toEqual([404, 404])
})

test('letters with accents are found in any case', async () => {
  const project = await newProject(station)
  const id = await upload(station, project, { name: 'Übersicht-Nr.png', batch: 'ÉTÉ' })
  addTag(station, id, 'Ärger')

  const found = await Promise.all(
    ['übersicht', 'ÜBERSICHT', 'tag:ärger', 'batch:été', 'tag:arger'].map((prompt) => names(project, { prompt })),
  )

  expect(found.map(({ length }) => length)).toEqual([1, 1, 1, 1, 0])
})

test('an image of several megabytes can be compared with', async () => {
  const project = await newProject(station)
  await upload(station, project, { name: 'plain.png' })
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const large = await sharp({ create: { width: 1400, height: 1000, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()

  const image_base64 = large.toString('base64')

  expect(image_base64.length).toBeGreaterThan(2_000_000)
  expect(await names(project, { image_base64 })).toEqual(['plain.png'])
})

test('a client that asks page by page gets 250 images in three pages', async () => {
  const project = await newProject(station)
  addRows(station, await upload(station, project), 249)

  const pages = []
  for (const offset of [0, 100, 200]) pages.push((await search(project, { offset, limit: 100, batch: false })).results)

  expect(pages.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(250)
})

test.each(['*', 'tag:night', '-tag:night', '-tag:day', 'split:test', 'img OR -(tag:night filename:a)'])(
  'the pages of "%s" are parts of one list, and every one tells its length',
  async (prompt) => {
    const project = await newProject(station)
    for (const name of ['img-a.png', 'b.png', 'c.png', 'img-d.png'])
      addTag(station, await upload(station, project, { name }), 'night')
    for (const name of ['e.png', 'f.png', 'img-a2.png']) await upload(station, project, { name })
    const all = (await search(project, { prompt, limit: 250 })).results

    const pages = []
    for (const offset of [0, 2, 4, 6, 8]) pages.push(await search(project, { prompt, offset, limit: 2 }))

    expect(pages.flatMap(({ results }) => results)).toEqual(all)
    expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.length]))
  },
)

describe('a search by likeness', () => {
  const PHOTOS = ['astronaut.jpg', 'chelsea.jpg', 'coffee.jpg', 'rocket.jpg', 'retina.jpg', 'coins.png']

  const photo = (name: string) => readFile(new URL(`../../fixtures/photos/${name}`, import.meta.url))

  async function gallery() {
    const project = await newProject(station)
    for (const name of PHOTOS) {
      const form = imageForm(await photo(name), { name })
      await station.management.post(`/dataset/${project}/upload`, { form })
    }
    return project
  }

  test('ranks the image itself and its small dark copy first', async () => {
    const project = await gallery()
    const copy = sharp(await photo('chelsea.jpg'))
      .resize(150)
      .modulate({ brightness: 0.9 })
      .jpeg({ quality: 50 })
    const form = imageForm(await copy.toBuffer(), { name: 'copy.jpg' })
    await station.management.post(`/dataset/${project}/upload`, { form })
    const [chelsea] = (await search(project, { prompt: 'chelsea' })).results

    const found = await search(project, { like_image: chelsea?.id, limit: 2 })

    expect(found).toMatchObject({ total: 7, results: [{ name: 'chelsea.jpg' }, { name: 'copy.jpg' }] })
  })

  test('takes an image that is not in the library, and filters too', async () => {
    const project = await gallery()
    const image_base64 = (
      await sharp(await photo('coffee.jpg'))
        .resize(400)
        .webp()
        .toBuffer()
    ).toString('base64')

    const bare = await names(project, { image_base64, limit: 1 })
    const asUrl = await names(project, {
      image_base64: `data:image/webp;base64,${image_base64}`,
      prompt: '-coffee OR png',
    })

    expect(bare).toEqual(['coffee.jpg'])
    expect(asUrl).not.toContain('coffee.jpg')
    expect(asUrl).toHaveLength(PHOTOS.length - 1)
  })

  test('looks at images of an older library in the background', async () => {
    const project = await gallery()
    runSql(station, 'DELETE FROM image_descriptor')
    const [rocket] = (await search(project, { prompt: 'rocket' })).results

    const first = await search(project, { like_image: rocket?.id })
    const [task] = (await station.services.tasks.list(station.workspace)).filter(({ kind }) => kind === 'describe')
    const ended = await station.taskEnd(task?.taskId ?? '')
    const second = await search(project, { like_image: rocket?.id })

    expect(first).toMatchObject({ total: PHOTOS.length, results: [{ name: 'rocket.jpg' }, {}, {}, {}, {}, {}] })
    expect(ended).toMatchObject({ status: 'completed', result: { described: PHOTOS.length - 1 } })
    expect(new Set(second.results.map(({ name }) => name))).toEqual(new Set(PHOTOS))
  })
})

describe('a search in the workspace', () => {
  test.each([{ image_base64: 'rubbish' }, { like_image: 'a1' }])(
    'refuses %j: images are compared in one project',
    async (json) => {
      const answer = await station.management.post('/acme/search/v1', { json })

      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('within one project') } })
    },
  )

  test('spans the projects, and one can be named', async () => {
    const [one, two] = [await newProject(station), await newProject(station)]
    await upload(station, one, { name: 'lighthouse-a.png' })
    await upload(station, two, { name: 'lighthouse-b.png' })

    const both = await searchAll({ query: 'lighthouse' })
    const second = await searchAll({ query: `lighthouse project:${two}`, fields: ['name'] })

    expect(both).toEqual({
      results: [
        { id: expect.any(String), filename: 'lighthouse-a.png', tags: [], projects: [one] },
        { id: expect.any(String), filename: 'lighthouse-b.png', tags: [], projects: [two] },
      ],
      total: 2,
      continuationToken: null,
    })
    expect(second.results).toEqual([{ id: expect.any(String), name: 'lighthouse-b.png' }])
  })

  test('goes on where it stopped while images come and go', async () => {
    const project = await newProject(station)
    addRows(station, await upload(station, project, { name: 'n-first.png' }), 11)
    const query = `project:${project} n-`

    const first = await searchAll({ query, pageSize: 5 })
    addRows(station, first.results[0]?.id ?? '', 3)
    runSql(station, 'UPDATE image SET trashed_at = 1 WHERE id = ?', first.results[4]?.id)
    const second = await searchAll({ query, pageSize: 5, continuationToken: first.continuationToken })
    const third = await searchAll({ query, pageSize: 5, continuationToken: second.continuationToken })

    const ids = [first, second, third].flatMap(({ results }) => results.map(({ id }) => id))
    expect([first, second, third].map(({ results }) => results.length)).toEqual([5, 5, 5])
    expect(new Set(ids).size).toBe(15)
    expect([first.total, third.total, third.continuationToken]).toEqual([12, 14, null])
  })

  test.each([
    [{ query: '*', pageSize: 251 }, 'pageSize must be at most 250'],
    [{ query: '*', continuationToken: 'nonsense' }, 'continuationToken does not belong to this query'],
    [{ query: '(a' }, 'Search error at character 1 ("("): This parenthesis is not closed'],
  ])('refuses %j in words', async (json, sentence) => {
    const response = await station.management.post('/acme/search/v1', { json })

    expect(response).toMatchObject({ status: 400, body: { error: expect.stringContaining(sentence) } })
  })

  test('leaves out projects that are in the trash', async () => {
    const [kept, gone] = [await newProject(station), await newProject(station)]
    await upload(station, kept, { name: 'wreck-a.png' })
    await upload(station, gone, { name: 'wreck-b.png' })

    await station.management.request('DELETE', `/acme/${gone}`)

    expect(await searchAll({ query: 'wreck' })).toMatchObject({ total: 1, results: [{ filename: 'wreck-a.png' }] })
  })

  test('never shows images of another workspace', async () => {
    const reef = await station.addWorkspace('reef')

    const response = await station.management.post('/reef/search/v1', { key: reef.key, json: { query: '*' } })

    expect(response).toMatchObject({ status: 200, body: { results: [], total: 0 } })
  })
})

async function projectOf(slug: string) {
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  return found.value
}
