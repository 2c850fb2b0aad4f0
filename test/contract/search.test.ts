import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Management } from '#core/management/ports'
import { SEARCH_FIELDS } from '#core/management/search'
import { newProject, upload, uploadLabelled } from '../kit/dataset.ts'
import { inWords } from '../kit/in-words.ts'
import { MANAGEMENTS } from '../kit/managements.ts'
import { addMetadata, addTag } from '../kit/rows.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { readZip } from '../kit/zip-file.ts'

const Batches = z.object({ batches: z.array(z.object({ id: z.string(), name: z.string() })) })
const WINDOW = { offset: 0, limit: 50, fields: ['name'] } as const

describe.each(MANAGEMENTS)('the searches of the $name management', ({ open }) => {
  let station: TestStation
  let management: Management

  beforeAll(async () => {
    station = await testStation()
    management = await open(station)
  })

  afterAll(async () => station.close())

  async function uploadPlain(project: string, background: string): Promise<string> {
    const bytes = Readable.from([await plainImage(background)])
    const uploaded = await management.upload(project, { bytes, about: () => ({ name: `${background}.png` }) })
    return uploaded.ok ? uploaded.value.id : ''
  }

  test('tell everything that can be asked for', async () => {
    const project = await newProject(station)
    const id = await uploadLabelled(station, project, { name: 'quay.png', split: 'valid' })
    addTag(station, id, 'night')
    addMetadata(station, id, 'lane', 4)

    const found = await management.search.project(project, { ...WINDOW, fields: SEARCH_FIELDS })

    const image = {
      id,
      name: 'quay.png',
      createdAt: expect.any(Date),
      split: 'valid',
      width: 64,
      height: 48,
      labels: ['crate'],
      annotations: { count: 1, classes: { crate: 1 } },
      tags: ['night'],
      metadata: { lane: 4 },
      owner: 'acme',
      aspectRatio: 64 / 48,
      projects: [project],
    }
    expect(found).toEqual({ ok: true, value: { total: 1, offset: 0, results: [image] } })
  })

  test('narrow by every filter at once', async () => {
    const project = await newProject(station)
    const id = await uploadLabelled(station, project, { name: 'quay.png', batch: 'Monday' })
    addTag(station, id, 'night')
    await uploadLabelled(station, project, { name: 'quay-2.png', batch: 'Monday' })
    const filter = { prompt: 'quay', tag: 'night', className: 'crate', batch: 'Monday', inDataset: true }

    const found = await management.search.project(project, { ...WINDOW, ...filter })
    const none = await management.search.project(project, { ...WINDOW, ...filter, inDataset: false })

    expect(found).toEqual({ ok: true, value: { total: 1, offset: 0, results: [{ id, name: 'quay.png' }] } })
    expect(none).toEqual({ ok: true, value: { total: 0, offset: 0, results: [] } })
  })

  test('narrow to an annotation job, and to images in any', async () => {
    const project = await newProject(station)
    const [id] = [await upload(station, project, { batch: 'Monday' }), await upload(station, project)]
    const facets = await station.management.get(`/acme/${project}/batches`)
    const batch = Batches.parse(facets.body).batches.find(({ name }) => name === 'Monday')?.id
    const json = { name: 'Ferry', batch, num_images: 1, labeler: 'l@x.org', reviewer: 'r@x.org' }
    await station.management.post(`/acme/${project}/jobs`, { json })

    const named = await management.search.project(project, { ...WINDOW, job: 'ferry', fields: [] })
    const any = await management.search.project(project, { ...WINDOW, inJob: true, fields: [] })
    const other = await management.search.project(project, { ...WINDOW, job: 'other', fields: [] })

    const found = { ok: true, value: { total: 1, offset: 0, results: [{ id }] } }
    expect([named, any]).toEqual([found, found])
    expect(other).toMatchObject({ value: { total: 0 } })
  })

  test('rank by likeness to an image of the project and to bytes', async () => {
    const project = await newProject(station)
    const red = await uploadPlain(project, 'red')
    const blue = await uploadPlain(project, 'blue')
    const likeBytes = await plainImage('navy')

    const like = await management.search.project(project, { ...WINDOW, likeImage: red })
    const bytes = await management.search.project(project, { ...WINDOW, likeBytes, limit: 1 })

    expect(like).toMatchObject({ ok: true, value: { total: 2, results: [{ id: red }, { id: blue }] } })
    expect(bytes).toMatchObject({ ok: true, value: { total: 2, results: [{ id: blue }] } })
  })

  test('go through a workspace page by page', async () => {
    const project = await newProject(station)
    for (const name of ['pier-1.png', 'pier-2.png', 'pier-3.png']) await upload(station, project, { name })
    const wanted = { query: 'pier', pageSize: 2, fields: ['name', 'projects'] } as const

    const first = await management.search.workspace(wanted)
    const continuationToken = first.ok ? first.value.continuationToken : undefined
    const second = await management.search.workspace({ ...wanted, continuationToken })

    expect(first).toMatchObject({
      ok: true,
      value: { total: 3, results: [{ name: 'pier-1.png' }, { name: 'pier-2.png' }] },
    })
    expect(second).toEqual({
      ok: true,
      value: {
        total: 3,
        continuationToken: undefined,
        results: [{ id: expect.any(String), name: 'pier-3.png', projects: [project] }],
      },
    })
  })

  test('export what is found', async () => {
    const project = await newProject(station)
    await uploadLabelled(station, project, { name: 'export-me.png' })

    const started = await management.search.startExport({ query: 'export-me', format: 'coco', dataset: project })
    const id = started.ok ? started.value : ''
    const early = await management.search.readExport(id)
    await station.taskEnd(id)
    const ready = await management.search.readExport(id)
    const archive = await management.download(ready.ok && ready.value.kind === 'ready' ? ready.value.archive : '')

    expect(early).toEqual({ ok: true, value: { kind: 'working', progress: expect.any(Number) } })
    expect(ready).toMatchObject({ ok: true, value: { kind: 'ready', fileName: 'export-me.coco.zip' } })
    const bytes = archive.ok ? await buffer(archive.value.content) : Buffer.alloc(0)
    expect(archive).toMatchObject({ ok: true, value: { fileName: 'export-me.coco.zip', bytes: bytes.length } })
    expect([...(await readZip(bytes)).keys()]).toContain('train/_annotations.coco.json')
  })

  test('refuse to export what nothing fits, and know no other exports', async () => {
    const project = await newProject(station)

    const nothing = await management.search.startExport({ query: 'tag:nowhere', format: 'coco', dataset: project })
    const unknown = await management.search.readExport('00000000000000000000')

    expect(inWords(nothing)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('nothing to export') },
    })
    expect(inWords(unknown)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('no search export') },
    })
  })

  test.each([
    [{ limit: 251 }, /limit must be .*250/],
    [{ prompt: 'a OR' }, /Search error at character 3 \("OR"\): A word is missing after OR/],
    [{ likeImage: 'nothing' }, /There is no image "nothing"/],
  ])('refuse %j in words', async (wanted, sentence) => {
    const project = await newProject(station)

    const found = await management.search.project(project, { ...WINDOW, ...wanted })

    expect(inWords(found)).toMatchObject({ ok: false, error: { message: expect.stringMatching(sentence) } })
  })
})

function plainImage(background: string): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .png()
    .toBuffer()
}
