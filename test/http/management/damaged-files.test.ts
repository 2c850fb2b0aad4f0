import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sentenceOf } from '#common/messages/sentence'
import { imageForm, newProject, newVersion } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

const Created = z.object({ id: z.string() })
const Details = z.object({ image: z.object({ urls: z.object({ original: z.string() }) }) })
const Exported = z.object({ export: z.object({ link: z.string() }) })
const Started = z.object({ version: z.number(), taskId: z.string() })

let station: TestStation

let catalog: string

beforeAll(async () => {
  catalog = await mkdtemp(join(tmpdir(), 'tessera-catalog-'))
  station = await testStation({ catalog: [catalog] })
})

afterAll(async () => {
  await station.close()
  await rm(catalog, { recursive: true })
})

interface Image {
  readonly bytes: Buffer
  readonly id: string
  readonly name: string
  /** Of the stored file. */
  readonly path: string
}

/** An annotated image in a project. */
async function annotated(project: string, name: string): Promise<Image> {
  const bytes = await someImage()
  const id = await upload(project, { name, bytes })
  const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=boxes.txt`, { json })
  return { bytes, id, name, path: blobPath(sha256(bytes)) }
}

async function upload(project: string, { name, bytes }: Pick<Image, 'name' | 'bytes'>): Promise<string> {
  const form = imageForm(bytes, { name })
  return Created.parse((await station.management.post(`/dataset/${project}/upload`, { form })).body).id
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

function blobPath(hash: string): string {
  return join(station.folder, 'blobs', hash.slice(0, 2), hash)
}

/** As a disk does it that ages: one bit. */
async function flip(path: string): Promise<void> {
  const bytes = await readFile(path)
  const at = bytes.length - 20
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(path, bytes)
}

/** Generates a version; answers how its task ended. */
async function generate(project: string) {
  const started = await station.management.post(`/acme/${project}/generate`, { json: {} })
  const { taskId } = Started.parse(started.body)
  return station.taskEnd(taskId)
}

async function exportOf(project: string): Promise<{ readonly link: string; readonly zip: Buffer }> {
  await station.management.get(`/acme/${project}/1/coco`)
  for (const { kind, taskId } of await station.services.tasks.list(station.workspace))
    if (kind === 'export') await station.taskEnd(taskId)
  const { link } = Exported.parse((await station.management.get(`/acme/${project}/1/coco`)).body).export
  return { link, zip: (await station.management.get(link, { key: null })).bytes }
}

test.each([
  ['damaged', flip],
  ['missing', (path: string) => rm(path)],
])('a version is not made from a %s file, and says which image to upload again', async (_, spoil) => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  await annotated(project, 'sound.png')
  await spoil(image.path)

  const failed = await generate(project)
  await upload(project, image)
  const made = await generate(project)

  const error = 'The stored file of bay.png is damaged or missing. Upload it again'
  expect(failed).toMatchObject({ status: 'failed', error: { english: error } })
  expect(made).toMatchObject({ status: 'completed' })
})

test.each([
  ['damaged', flip],
  ['missing', (path: string) => rm(path)],
])('a duplicate upload brings a %s file back', async (_, spoil) => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  await spoil(image.path)

  const form = imageForm(image.bytes, { name: 'again.png' })
  const again = await station.management.post(`/dataset/${project}/upload`, { form })

  expect(again).toMatchObject({ status: 200, body: { duplicate: true, id: image.id } })
  expect(await readFile(image.path)).toEqual(image.bytes)
})

test('a damaged original is not served', async () => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  const details = await station.management.get(`/acme/${project}/images/${image.id}`)
  const { original } = Details.parse(details.body).image.urls
  const sound = await station.management.get(original, { key: null })
  await flip(image.path)

  const damaged = await station.management.get(original, { key: null })
  await upload(project, image)
  const healed = await station.management.get(original, { key: null })

  expect(sound.bytes).toEqual(image.bytes)
  const error = 'The stored file of bay.png is damaged. Upload the image again'
  expect(damaged).toMatchObject({ status: 500, body: { error } })
  expect(healed.bytes).toEqual(image.bytes)
})

test('a damaged archive is not served under its old tag, and is made again', async () => {
  const project = await newProject(station)
  await annotated(project, 'bay.png')
  await newVersion(station, project)
  const { link, zip } = await exportOf(project)
  await flip(blobPath(sha256(zip)))

  const damaged = await station.management.get(link, { key: null })
  const again = await exportOf(project)

  expect(damaged).toMatchObject({ status: 409, body: { error: expect.stringContaining('Request the export again') } })
  expect(again.zip).toEqual(zip)
})

test('an archive that is damaged is made again for whoever asks for the version', async () => {
  const project = await newProject(station)
  await annotated(project, 'bay.png')
  await newVersion(station, project)
  const { zip } = await exportOf(project)
  await rm(blobPath(sha256(zip)))

  const again = await exportOf(project)

  expect(again.zip).toEqual(zip)
})

test('no archive is made of a damaged image of a version, and a new version with the same settings mends it', async () => {
  const project = await newProject(station)
  await annotated(project, 'bay.png')
  await newVersion(station, project)
  const entries = await readZip((await exportOf(project)).zip)
  const [, jpeg = Buffer.alloc(0)] = [...entries].find(([path]) => path.endsWith('.jpg')) ?? []
  await flip(blobPath(sha256(jpeg)))

  await station.management.get(`/acme/${project}/1/voc`)
  const tasks = await station.services.tasks.list(station.workspace)
  const ends = await Promise.all(
    tasks.filter(({ kind }) => kind === 'export').map(({ taskId }) => station.taskEnd(taskId)),
  )
  await generate(project)

  const english: unknown = expect.stringMatching(
    /^train\/bay_png\.rf\.\w+\.jpg is damaged or missing on disk\. Generate the version again/,
  )
  expect(ends).toContainEqual(
    expect.objectContaining({ status: 'failed', error: expect.objectContaining({ english }) }),
  )
  expect(sha256(await readFile(blobPath(sha256(jpeg))))).toBe(sha256(jpeg))
})

/** The name of a file, and how its bytes come to be: one that is exported as it is, and one that is turned into a JPEG. */
const KINDS = ['jpeg', 'png'] as const

async function searchExport(project: string) {
  const json = { query: '', format: 'coco', dataset: project }
  const started = await station.management.post('/acme/search/export', { json })
  const { link } = z.object({ link: z.string() }).parse(started.body)
  return station.taskEnd(link)
}

async function uploaded(project: string, name: string, kind: (typeof KINDS)[number]): Promise<string> {
  // Two colors that are nearly the same may be the same in a JPEG: images of different names differ in width.
  const bytes = await sharp(await someImage(48 + name.length))
    .toFormat(kind)
    .toBuffer()
  await upload(project, { name, bytes })
  return blobPath(sha256(bytes))
}

test.each(
  KINDS.flatMap((kind) => [
    { kind, state: 'damaged', spoil: flip },
    { kind, state: 'missing', spoil: (path: string) => rm(path) },
  ]),
)('an archive of a search leaves out a $state $kind by its name', async ({ kind, spoil }) => {
  const project = await newProject(station)
  const path = await uploaded(project, 'bay.img', kind)
  await uploaded(project, 'sound.img', kind)
  await spoil(path)

  const end = await searchExport(project)
  const { link } = z
    .object({ link: z.string() })
    .parse((await station.management.get(`/acme/search/export/${end.taskId}`)).body)
  const files = await readZip((await station.management.get(link, { key: null })).bytes)

  const reason = { english: 'The stored file of bay.img is damaged or missing. Upload it again' }
  expect(end).toMatchObject({
    status: 'completed',
    result: { images: 1, leftOut: [{ path: 'bay.img', reason }] },
  })
  expect([...files.keys()].filter((path) => path.endsWith('.jpg'))).toEqual([expect.stringContaining('sound')])
  expect(String(files.get('README.tessera.txt'))).toContain(
    'skipped: bay.img (its stored file is damaged or missing)\n',
  )
})

test('a search that finds damaged images alone makes no archive', async () => {
  const project = await newProject(station)
  await flip(await uploaded(project, 'bay.png', 'png'))

  const end = await searchExport(project)

  const error = 'None of the images can be exported. The stored file of bay.png is damaged or missing. Upload it again'
  expect(end).toMatchObject({ status: 'failed', error: { english: error } })
})

async function published(project: string) {
  const found = await station.services.projects.find(station.workspace, project)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  const started = await station.publishing.start(station.workspace, found.value, catalog)
  if (!started.ok) throw new Error(sentenceOf(started.error))
  return station.taskEnd(started.value)
}

test.each([
  ['damaged', flip],
  ['missing', (path: string) => rm(path)],
])('a published project leaves out a %s original by its name', async (_, spoil) => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  await annotated(project, 'sound.png')
  await spoil(image.path)

  const end = await published(project)

  const reason = { english: 'The stored file of bay.png is damaged or missing. Upload it again' }
  expect(end).toMatchObject({ status: 'completed', result: { images: 1, leftOut: [{ path: 'bay.png', reason }] } })
})

test('a project of damaged images alone is not published', async () => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  await flip(image.path)

  const end = await published(project)

  const error = 'None of the images can be published. The stored file of bay.png is damaged or missing. Upload it again'
  expect(end).toMatchObject({ status: 'failed', error: { english: error } })
})

test.each([
  ['damaged', flip],
  ['missing', (path: string) => rm(path)],
])('a copy of a project leaves out a %s original by its name', async (_, spoil) => {
  const project = await newProject(station)
  const image = await annotated(project, 'bay.png')
  await annotated(project, 'sound.png')
  await spoil(image.path)

  const started = await station.management.post('/acme/projects/fork', { json: { url: `acme/${project}` } })
  const end = await station.taskEnd(z.object({ taskId: z.string() }).parse(started.body).taskId)

  const reason = { english: 'The stored file of bay.png is damaged or missing. Upload it again' }
  expect(end).toMatchObject({
    status: 'completed',
    result: { images: 1, leftOut: [{ path: 'bay.png', reason }] },
  })
  const told = await station.management.get(`/acme/asynctasks/${end.taskId}`)
  expect(told.body).toMatchObject({ result: { leftOut: [{ path: 'bay.png', reason: reason.english }] } })
})

test('the thumbnail of an image whose file is a link to nowhere says that it is gone, as the original does', async () => {
  const { id, name, path } = await annotated(await newProject(station), 'gone.png')
  await rm(path)
  await symlink(join(station.folder, 'nowhere'), path)
  await rm(join(station.folder, 'cache'), { recursive: true, force: true })
  const missing = `The stored file of ${name} is missing`
  for (const [file, error] of [
    ['original.jpg', missing],
    ['thumb.jpg', `${missing}. Upload the image again`],
  ]) {
    const { status, body } = await station.management.get(`/acme/${id}/${file}`)
    expect([file, status, body]).toEqual([file, 404, { error }])
  }
})
