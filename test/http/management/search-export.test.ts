import { unlink } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { EXPORTERS } from '#formats/exporters/registry'
import { imageForm, newProject, storedPath, uploadLabelled } from '../../kit/dataset.ts'
import { addTag, runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Started = z.object({ success: z.literal(true), link: z.string() })
const Ready = z.object({ ready: z.literal(true), link: z.string() })
const Created = z.object({ id: z.string() })
const Coco = z.object({
  info: z.object({ description: z.string() }),
  categories: z.array(z.object({ id: z.number(), name: z.string() })),
  images: z.array(z.object({ id: z.number(), file_name: z.string(), width: z.number(), height: z.number() })),
  annotations: z.array(z.object({ image_id: z.number(), category_id: z.number(), bbox: z.array(z.number()) })),
})

const ask = (json: object) => station.management.post('/acme/search/export', { json: { format: 'coco', ...json } })
const poll = (id: string) => station.management.get(`/acme/search/export/${id}`)

/** Asks for an export and waits until it is there; answers its link and its files by path. */
async function exported(json: object) {
  const { link: id } = Started.parse((await ask(json)).body)
  await station.taskEnd(id)
  const { link } = Ready.parse((await poll(id)).body)
  const archive = await station.management.get(link, { key: null })
  return { id, link, archive, files: await readZip(archive.bytes) }
}

/** Red to the left, blue to the right, each 32 × 48. */
function twoColours() {
  const red = { create: { width: 32, height: 48, channels: 3 as const, background: 'red' } }
  return sharp({ create: { width: 64, height: 48, channels: 3, background: 'blue' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

async function uploadBytes(project: string, bytes: Buffer, name: string): Promise<string> {
  const form = imageForm(bytes, { name })
  return Created.parse((await station.management.post(`/dataset/${project}/upload`, { form })).body).id
}

function cocoOf(files: ReadonlyMap<string, Buffer>, split = 'train') {
  return Coco.parse(JSON.parse(String(files.get(`${split}/_annotations.coco.json`))))
}

test('what a search finds comes as one archive with its labels, and nothing else does', async () => {
  const project = await newProject(station)
  const found = await uploadLabelled(station, project, { name: 'quay.png', split: 'valid' })
  await uploadLabelled(station, project, { name: 'pier.png' })
  addTag(station, found, 'night')

  const { archive, files, link } = await exported({ query: 'tag:night', dataset: project, name: 'Night shift' })

  const { images, annotations, info } = cocoOf(files, 'valid')
  expect(images).toMatchObject([
    { file_name: expect.stringMatching(/^quay_png\.rf\.\w{32}\.jpg$/), width: 64, height: 48 },
  ])
  expect(annotations).toEqual([{ image_id: 0, category_id: 1, bbox: [16, 12, 32, 24] }])
  expect(info.description).toBe('Night shift')
  expect([...files.keys()].filter((path) => path.endsWith('.jpg'))).toEqual([`valid/${images[0]?.file_name}`])
  expect(link).toMatch(/\/night-shift\.coco\.zip\?key=[0-9a-f]{48}\.[0-9a-z.]+$/)
  expect(archive).toMatchObject({
    status: 200,
    headers: { 'content-length': String(archive.bytes.length), 'accept-ranges': 'bytes' },
  })
})

const TYPED = EXPORTERS.map(({ id, tasks }) => ({
  format: id,
  type: tasks['instance-segmentation'] ? 'instance-segmentation' : (Object.keys(tasks)[0] ?? ''),
}))

test.each(TYPED)('$format is a format of it', async ({ format, type }) => {
  const project = await newProject(station, type)
  await uploadLabelled(station, project)

  const { files } = await exported({ query: '', dataset: project, format })

  expect([...files.keys()].some((path) => /\.(?:jpg|tfrecord|jsonl)$/.test(path))).toBe(true)
  expect(String(files.get('README.tessera.txt'))).toContain('search: *')
})

test('an upright JPEG is copied byte for byte; one that is turned for display is stored turned', async () => {
  const project = await newProject(station)
  const plain = await twoColours().jpeg().toBuffer()
  const turned = await twoColours().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  await uploadBytes(project, plain, 'plain.jpg')
  await uploadBytes(project, turned, 'turned.jpg')

  const { files } = await exported({ query: '*', dataset: project })

  const { images } = cocoOf(files)
  const bytesOf = (name: string) => files.get([...files.keys()].find((path) => path.includes(name)) ?? '')
  expect(bytesOf('plain_jpg')).toEqual(plain)
  expect(images.find(({ file_name }) => file_name.startsWith('turned'))).toMatchObject({ width: 48, height: 64 })
  const { width, height, orientation } = await sharp(bytesOf('turned_jpg')).metadata()
  expect({ width, height, orientation }).toEqual({ width: 48, height: 64, orientation: undefined })
  const top = await sharp(bytesOf('turned_jpg')).extract({ left: 20, top: 4, width: 1, height: 1 }).raw().toBuffer()
  expect(top[0]).toBeGreaterThan(200)
})

test('what changes after it was asked for does not reach it', async () => {
  const project = await newProject(station)
  const image = await uploadLabelled(station, project, { name: 'first.png' })

  const { link: id } = Started.parse((await ask({ query: '', dataset: project })).body)
  const json = { annotationFile: '', labelmap: {} }
  await station.management.post(`/dataset/${project}/annotate/${image}?name=none.txt&overwrite=true`, { json })
  await uploadLabelled(station, project, { name: 'second.png' })
  await station.management.request('DELETE', `/acme/${project}/images`, { json: { images: [image] } })
  await station.management.request('DELETE', '/acme/images', { json: { images: [image] } })
  await station.cleanUp()
  await station.taskEnd(id)

  const { link } = Ready.parse((await poll(id)).body)
  const coco = cocoOf(await readZip((await station.management.get(link, { key: null })).bytes))
  expect(coco.images).toMatchObject([{ file_name: expect.stringContaining('first_png') }])
  expect(coco.annotations).toHaveLength(1)
})

test('images of several projects come with one list of classes', async () => {
  const [one, two] = [await newProject(station), await newProject(station)]
  await uploadLabelled(station, one, { name: 'merge-a.png' })
  await uploadLabelled(station, two, { name: 'merge-b.png' })

  const { files } = await exported({ query: 'filename:merge-' })

  const { categories, annotations } = cocoOf(files)
  expect(categories.map(({ name }) => name).slice(1)).toEqual(['crate'])
  expect(annotations.map(({ category_id }) => category_id)).toEqual([1, 1])
})

test('annotationGroup leaves other projects out', async () => {
  const json = { name: 'Grouped', type: 'object-detection', annotation: 'Hulls' }
  await station.management.post('/acme/projects', { json })
  await uploadLabelled(station, 'grouped', { name: 'hull-1.png' })
  await uploadLabelled(station, await newProject(station), { name: 'hull-2.png' })

  const { files } = await exported({ query: 'filename:hull-', annotationGroup: 'hulls' })
  const unknown = await ask({ query: '', annotationGroup: 'gulls' })

  expect(cocoOf(files).images).toMatchObject([{ file_name: expect.stringContaining('hull-1') }])
  expect(unknown).toMatchObject({ status: 400, body: { error: expect.stringContaining('annotation group "gulls"') } })
})

test.each([
  [{ query: 'tag:nowhere' }, 400, 'No image fits "tag:nowhere", so there is nothing to export'],
  [{ query: 'a OR' }, 400, 'A word is missing after OR'],
  [{ query: '', dataset: 'lagoon' }, 404, 'There is no project "lagoon"'],
  [{}, 400, 'query'],
])('%j is refused in words', async (json, status, sentence) => {
  const answer = await ask(json)

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(sentence) } })
})

test('a format that the images do not fit into, and projects of two types, are refused', async () => {
  const [boxes, outlines] = [await newProject(station), await newProject(station, 'instance-segmentation')]
  await uploadLabelled(station, boxes, { name: 'mixed-a.png' })
  await uploadLabelled(station, outlines, { name: 'mixed-b.png' })

  const [format, types] = [await ask({ query: '', dataset: boxes, format: 'gulls' }), await ask({ query: 'mixed-' })]

  expect(format).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/"gulls" is not .* coco, coco-segmentation, yolov8/) },
  })
  expect(types).toMatchObject({ status: 400, body: { error: expect.stringMatching(/types: .*Name one with dataset/) } })
})

test('while it works it says how far it is, and once cancelled that it was', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)

  const started = await ask({ query: '', dataset: project })
  const { link: id } = Started.parse(started.body)
  const working = await poll(id)
  await station.services.tasks.cancel(station.workspace, id)
  await station.taskEnd(id)
  const cancelled = await poll(id)

  expect(started.status).toBe(202)
  expect(working).toMatchObject({ status: 200, body: { ready: false, progress: expect.any(Number) } })
  expect(cancelled).toMatchObject({ status: 409, body: { error: expect.stringContaining('was canceled') } })
})

test('one that fails says which image is at fault', async () => {
  const project = await newProject(station)
  await unlink(await storedPath(station, await uploadLabelled(station, project, { name: 'lost.png' })))

  const { link: id } = Started.parse((await ask({ query: '', dataset: project })).body)
  await station.taskEnd(id)

  expect(await poll(id)).toMatchObject({
    status: 503,
    body: { error: expect.stringContaining('The stored file of lost.png is damaged or missing') },
  })
})

test('an archive is not handed out while its project lies in the trash, and goes with it', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const { id, link } = await exported({ query: '', dataset: project })
  const statuses = async () => [(await poll(id)).status, (await station.management.get(link, { key: null })).status]

  const before = await statuses()
  await station.management.request('DELETE', `/acme/${project}`)
  const trashed = await statuses()
  await station.cleanUp()
  const blobs = (await station.storedBlobs()).length
  runSql(station, 'UPDATE project SET trashed_at = 1577923200 WHERE trashed_slug = ?', project)
  await station.cleanUp()

  expect([before, trashed]).toEqual([
    [200, 200],
    [404, 404],
  ])
  expect((await station.storedBlobs()).length).toBeLessThan(blobs)
})

test('an archive is kept for 7 days, and its file as long', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const { id, archive } = await exported({ query: '', dataset: project })
  const age = (days: number) =>
    runSql(station, 'UPDATE search_export SET created_at = ? WHERE task_id = ?', Date.now() / 1000 - days * 86_400, id)

  age(6.9)
  await station.cleanUp()
  await station.cleanUp()
  const young = await exportedAgain(id)
  age(7.1)
  await station.cleanUp()
  const old = await poll(id)

  expect(young).toEqual(archive.bytes)
  expect(old).toMatchObject({ status: 404, body: { error: expect.stringContaining('kept for 7 days') } })
})

async function exportedAgain(id: string): Promise<Buffer> {
  const { link } = Ready.parse((await poll(id)).body)
  return (await station.management.get(link, { key: null })).bytes
}

test('an export of another workspace is answered as not found', async () => {
  const project = await newProject(station)
  await uploadLabelled(station, project)
  const { id } = await exported({ query: '', dataset: project })
  const { slug, key } = await station.addWorkspace('fish')

  const answer = await station.management.get(`/${slug}/search/export/${id}`, { key })

  expect(answer).toMatchObject({ status: 404, body: { error: expect.stringContaining('There is no search export') } })
})
