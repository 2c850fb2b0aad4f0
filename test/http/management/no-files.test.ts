import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { imageForm, newProject, newVersion } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { readZip } from '../../kit/zip-file.ts'

const Created = z.object({ id: z.string() })
const Started = z.object({ version: z.number(), taskId: z.string() })
const Exported = z.object({ export: z.object({ link: z.string() }) })

/** Things that may lie in place of a stored file and would be read for ever, or not at all. */
const IN_PLACE = [
  { what: 'a pipe', put: async (path: string) => void execFileSync('mkfifo', [path]) },
  { what: 'a link to an endless device', put: (path: string) => symlink('/dev/zero', path) },
  { what: 'a folder', put: (path: string) => mkdir(path) },
  {
    what: 'a file of 40 GB',
    async put(path: string) {
      await writeFile(path, await someImage())
      await truncate(path, 40 * 1024 ** 3)
    },
  },
] as const

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

async function stored(project: string, width?: number) {
  const bytes = await someImage(width)
  const form = imageForm(bytes, { name: 'bay.png' })
  const { id } = Created.parse((await station.management.post(`/dataset/${project}/upload`, { form })).body)
  const json = { annotationFile: '0 0.5 0.5 0.5 0.5', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${project}/annotate/${id}?name=boxes.txt`, { json })
  return { id, bytes, path: blobPath(bytes) }
}

function blobPath(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return join(station.folder, 'blobs', hash.slice(0, 2), hash)
}

function thumbPath(bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest('hex')
  return join(station.folder, 'cache', 'thumb', hash.slice(0, 2), `${hash}.webp`)
}

async function replace(path: string, put: (path: string) => Promise<unknown>): Promise<void> {
  await rm(path)
  await put(path)
}

test
  .skipIf(process.platform === 'win32')
  .each([
    ...IN_PLACE,
    { what: 'an empty file', put: (path: string) => writeFile(path, '') },
    { what: 'a link to another file', put: (path: string) => symlink(join(station.folder, 'library.db'), path) },
  ])('$what in place of a thumbnail is replaced by the thumbnail', async ({ put }) => {
  const project = await newProject(station)
  const { id, bytes } = await stored(project)
  const before = await station.management.get(`/acme/${id}/thumb.jpg`)
  await replace(thumbPath(bytes), put)

  const after = await station.management.get(`/acme/${id}/thumb.jpg`)

  expect(after.status).toBe(200)
  expect(after.bytes).toEqual(before.bytes)
})

const DAMAGED = 'The stored file of bay.png is damaged. Upload the image again'

test.skipIf(process.platform === 'win32').each(IN_PLACE)(
  '$what in place of an image counts as damaged, and an upload mends it',
  async ({ put }) => {
    const project = await newProject(station)
    const { id, bytes, path } = await stored(project)
    await replace(path, put)
    await rm(thumbPath(bytes))

    const seen = [
      await station.management.get(`/acme/${id}/thumb.jpg`),
      await station.management.get(`/acme/${id}/original.jpg`),
    ]
    const { taskId } = Started.parse((await station.management.post(`/acme/${project}/generate`, { json: {} })).body)
    const end = await station.taskEnd(taskId)
    const again = await station.management.post(`/dataset/${project}/upload`, {
      form: imageForm(bytes, { name: 'again.png' }),
    })

    expect(seen.map(({ status, body }) => [status, body])).toEqual([
      [500, { error: DAMAGED }],
      [500, { error: DAMAGED }],
    ])
    const error = 'The stored file of bay.png is damaged or missing. Upload it again'
    expect(end).toMatchObject({ status: 'failed', error: { english: error } })
    expect(again).toMatchObject({ status: 200, body: { duplicate: true, id } })
    expect(await readFile(path)).toEqual(bytes)
    expect((await station.management.get(`/acme/${id}/thumb.jpg`)).status).toBe(200)
  },
)

test.skipIf(process.platform === 'win32').each(IN_PLACE)(
  '$what in place of an image of a version ends an export with its name, and a new version mends it',
  async ({ what, put }) => {
    const project = await newProject(station)
    // Two colors that are nearly the same may be the same in a JPEG: these images differ in width.
    await stored(project, 48 + what.length)
    await newVersion(station, project)
    await station.management.get(`/acme/${project}/1/coco`)
    for (const { taskId } of await exportsOf()) await station.taskEnd(taskId)
    const { link } = Exported.parse((await station.management.get(`/acme/${project}/1/coco`)).body).export
    const files = await readZip((await station.management.get(link, { key: null })).bytes)
    const [, jpeg = Buffer.alloc(0)] = [...files].find(([name]) => name.endsWith('.jpg')) ?? []
    await replace(blobPath(jpeg), put)

    await station.management.get(`/acme/${project}/1/voc`)
    const ends = await Promise.all((await exportsOf()).map(({ taskId }) => station.taskEnd(taskId)))
    await newVersion(station, project)

    const error = expect.objectContaining({
      english: expect.stringMatching(/^train\/bay_png\.rf\.\w+\.jpg is damaged or missing on disk\. /),
    })
    expect(ends).toContainEqual(expect.objectContaining({ status: 'failed', error }))
    expect(await readFile(blobPath(jpeg))).toEqual(jpeg)
  },
)

async function exportsOf() {
  return (await station.services.tasks.list(station.workspace)).filter(({ kind }) => kind === 'export')
}
