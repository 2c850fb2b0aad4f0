import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newProject } from '../../kit/dataset.ts'
import { somePicture } from '../../kit/pictures.ts'
import { pictureRecord } from '../../kit/records.ts'
import { type TestStation, testStation } from '../../kit/station.ts'
import { type MadeEntry, makeZip } from '../../kit/zip-maker.ts'

const Opened = z.object({ signedUrl: z.string(), taskId: z.string() })
const Result = z.object({
  added: z.number(),
  duplicates: z.number(),
  annotated: z.number(),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
  notes: z.array(z.object({ path: z.string(), reason: z.string() })),
})
const Found = z.object({
  results: z.array(
    z
      .object({ id: z.string(), name: z.string(), split: z.string(), tags: z.array(z.string()) })
      .partial({ split: true }),
  ),
})
const Annotated = z.object({
  image: z.object({
    split: z.string(),
    tags: z.array(z.string()),
    labels: z.array(z.string()),
    annotation: z.object({ boxes: z.array(z.looseObject({ label: z.string() })) }).optional(),
  }),
})

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

async function open(project: string, json: object = {}) {
  return Opened.parse((await station.management.post(`/acme/${project}/upload/zip`, { json })).body)
}

function put(url: string, body: Buffer, type = 'application/zip') {
  return station.management.request('PUT', url, { key: null, body, headers: { 'content-type': type } })
}

/** Uploads an archive and waits for the end of its import. */
async function importZip(project: string, entries: readonly MadeEntry[], json: object = {}) {
  const { signedUrl, taskId } = await open(project, json)
  expect(await put(signedUrl, makeZip(entries))).toMatchObject({ status: 200 })
  const { status, result, error } = await station.taskEnd(taskId)
  return { taskId, status, error, result: result === null ? undefined : Result.parse(result) }
}

/** Everything that the API tells of the pictures of a project, by name. */
async function picturesOf(project: string) {
  const { body } = await station.management.post(`/acme/${project}/search`, {
    json: { fields: ['id', 'name', 'tags'] },
  })
  const images = Found.parse(body).results.map(async ({ id, name }) => {
    const { body: image } = await station.management.get(`/acme/${project}/images/${id}`)
    return [name, Annotated.parse(image).image] as const
  })
  return Object.fromEntries(await Promise.all(images))
}

const VOC = `<annotation><size><width>64</width><height>48</height></size><object><name>gull</name>
  <bndbox><xmin>4</xmin><ymin>5</ymin><xmax>20</xmax><ymax>30</ymax></bndbox></object></annotation>`

describe('an upload', () => {
  test('opens an absolute address with a key of its own and takes the archive without an API key', async () => {
    const project = await newProject(station)

    const opened = await open(project, { split: 'test', tags: ['night'], batchName: 'Pier' })
    const before = await station.management.get(`/acme/upload/zip/${opened.taskId}`)
    const sent = await put(opened.signedUrl, makeZip([{ path: 'a.png', content: await somePicture() }]), 'video/odd')
    await station.taskEnd(opened.taskId)

    expect(opened.signedUrl).toMatch(/^http:\/\/[^/]+\/_\/uploads\/\w+\?key=[0-9a-f]{40}\.[0-9a-z.]+$/)
    expect(before).toMatchObject({ status: 200, body: { status: 'running', progress: null } })
    expect(sent).toMatchObject({ status: 200, body: { taskId: opened.taskId } })
    const after = await station.management.get(`/acme/upload/zip/${opened.taskId}`)
    const result = { added: 1, duplicates: 0, refused: [], annotated: 0 }
    expect(after).toMatchObject({
      status: 200,
      body: { status: 'completed', progress: { current: 1, total: 1 }, result },
    })
    expect(await station.management.get(`/acme/asynctasks/${opened.taskId}`)).toMatchObject({ body: after.body })
    expect(await picturesOf(project)).toMatchObject({ 'a.png': { split: 'test', tags: ['night'] } })
    expect(await station.management.get(`/acme/${project}/batches`)).toMatchObject({
      body: { batches: [{ name: 'Pier' }] },
    })
  })

  test('takes one archive; another key, another path and a second archive are refused', async () => {
    const { signedUrl, taskId } = await open(await newProject(station))
    const archive = makeZip([{ path: 'a.png', content: await somePicture() }])

    const [wrongKey, noKey] = [
      await put(`${signedUrl.slice(0, -1)}x`, archive),
      await put(signedUrl.replace(/\?.*/, ''), archive),
    ]
    const first = await put(signedUrl, archive)
    const second = await put(signedUrl, archive)
    await station.taskEnd(taskId)
    const late = await put(signedUrl, archive)

    expect([wrongKey, noKey, first, second, late].map(({ status }) => status)).toEqual([404, 404, 200, 409, 409])
    expect(late.body).toMatchObject({ error: expect.stringContaining('takes no archive') })
  })

  test('an archive that breaks off can be sent again, and one that is too large is refused before it comes', async () => {
    const { signedUrl, taskId } = await open(await newProject(station))
    const address = signedUrl.replace(/^http:\/\/[^/]+/, await station.listen())
    const archive = makeZip([{ path: 'a.png', content: await somePicture() }])

    const large = request(address, { method: 'PUT', headers: { 'content-length': 3 * 1024 ** 3 } })
    large.flushHeaders()
    const [{ statusCode }] = await once(large, 'response')
    large.on('error', () => undefined).destroy()
    const broken = request(address, { method: 'PUT', headers: { 'content-length': archive.length } })
    broken.on('error', () => undefined)
    await new Promise((resolve) => broken.write(archive.subarray(0, 50), resolve))
    broken.destroy()
    let sent = await put(signedUrl, archive)
    // The server learns a moment later that the sender is gone.
    while (sent.status === 409) sent = await put(signedUrl, archive)

    expect(statusCode).toBe(413)
    expect(sent.status).toBe(200)
    expect(await station.taskEnd(taskId)).toMatchObject({ status: 'completed', result: { added: 1 } })
  })

  test('a body that is no ZIP file ends the task with the reason and leaves nothing', async () => {
    const project = await newProject(station)
    const { signedUrl, taskId } = await open(project)
    await put(signedUrl, Buffer.from('hello'))

    const task = await station.taskEnd(taskId)

    expect(task).toMatchObject({ status: 'failed', error: expect.stringContaining('no ZIP file') })
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test('a cancelled task closes its address', async () => {
    const { signedUrl, taskId } = await open(await newProject(station))

    await station.services.tasks.cancel(station.workspace, taskId)
    await station.taskEnd(taskId)
    const sent = await put(signedUrl, makeZip([]))

    expect(await station.management.get(`/acme/upload/zip/${taskId}`)).toMatchObject({
      body: { status: 'failed', error: 'Cancelled' },
    })
    expect(sent.status).toBe(409)
  })

  test('a cancelled import keeps what is whole and nothing else', async () => {
    const project = await newProject(station)
    const pictures = await Promise.all(Array.from({ length: 200 }, async () => somePicture()))
    const { signedUrl, taskId } = await open(project)
    await put(signedUrl, makeZip(pictures.map((content, at) => ({ path: `${at}.png`, content }))))

    await station.services.tasks.cancel(station.workspace, taskId)
    const task = await station.taskEnd(taskId)

    expect(task).toMatchObject({ status: 'failed', error: 'Cancelled' })
    expect(Object.keys(await picturesOf(project)).length).toBeLessThan(200)
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test('wrong particulars, unknown projects and foreign tasks are refused in words', async () => {
    const project = await newProject(station)
    const other = await station.addWorkspace('other')
    const { taskId } = await open(project)

    const badSplit = await station.management.post(`/acme/${project}/upload/zip`, { json: { split: 'holdout' } })
    const badTag = await station.management.post(`/acme/${project}/upload/zip`, { json: { tags: ['a/b'] } })
    const nowhere = await station.management.post('/acme/nowhere/upload/zip', { json: {} })
    const foreign = await station.management.get(`/other/upload/zip/${taskId}`, { key: other.key })
    const scopes = { name: 'Reader', scopes: ['role:viewer'] }
    const created = await station.management.post('/acme/api-keys', { json: scopes })
    const { key } = z.object({ key: z.string() }).parse(created.body)
    const reader = await station.management.post(`/acme/${project}/upload/zip`, { key, json: {} })

    expect(badSplit).toMatchObject({ status: 400, body: { error: expect.stringContaining('"holdout"') } })
    expect(badTag).toMatchObject({ status: 400, body: { error: expect.stringContaining('a/b') } })
    expect([nowhere.status, foreign.status, reader.status]).toEqual([404, 404, 403])
  })
})

describe('the archive', () => {
  test('folders name the split, labels are put on, and what systems leave behind is passed over', async () => {
    const project = await newProject(station)
    const [voc, yolo, coco, bare] = await Promise.all([1, 2, 3, 4].map(async () => somePicture()))
    const box = { id: 1, image_id: 7, category_id: 2, bbox: [1, 2, 10, 12] }
    const document = {
      images: [
        { id: 7, file_name: 'c.png' },
        { id: 8, file_name: 'x.png' },
      ],
      annotations: [box],
    }
    const entries = [
      { path: 'set/train/images/', content: '' },
      { path: 'set/train/a.png', content: voc ?? '' },
      { path: 'set/train/a.xml', content: VOC },
      { path: 'set/valid/images/b.png', content: yolo ?? '' },
      { path: 'set/valid/labels/b.txt', content: '1 0.5 0.5 0.25 0.25' },
      {
        path: 'set/data.yaml',
        content: "train: ../train/images\nnames:\n  0: buoy\n  1: 'oil rig'  # far out\nnc: 2\n",
      },
      { path: 'set/test/c.png', content: coco ?? '' },
      {
        path: 'set/test/_annotations.coco.json',
        content: JSON.stringify({ ...document, categories: [{ id: 2, name: 'tug' }] }),
      },
      { path: 'd.png', content: bare ?? '' },
      { path: 'again.png', content: bare ?? '' },
      ...['__MACOSX/._d.png', '.DS_Store', 'set/.git/a.png', 'set/Thumbs.db'].map((path) => ({ path, content: 'x' })),
    ]

    const { result } = await importZip(project, entries, { split: 'valid' })

    expect(result).toEqual({ added: 4, duplicates: 1, annotated: 3, refused: [], notes: [] })
    const pictures = await picturesOf(project)
    const { 'd.png': plain = pictures['again.png'], 'again.png': _again, ...labelled } = pictures
    expect(plain).toMatchObject({ split: 'valid', labels: [] })
    expect(labelled).toMatchObject({
      'a.png': { split: 'train', labels: ['gull'] },
      'b.png': { split: 'valid', labels: ['oil rig'] },
      'c.png': { split: 'test', labels: ['tug'] },
    })
    expect(labelled['a.png']?.annotation?.boxes).toMatchObject([{ label: 'gull', width: 17, height: 26 }])
  })

  test('a file with labels of many pictures is read where no picture has one of its own', async () => {
    const project = await newProject(station)
    const rows = [
      'filename,width,height,class,xmin,ymin,xmax,ymax',
      'a.png,64,48,gull,4,5,20,30',
      'c.png,64,48,tug,1,1,9,9',
    ]
    const entries = [
      { path: 'valid/a.png', content: await somePicture() },
      { path: 'valid/b.png', content: await somePicture() },
      { path: 'valid/_annotations.csv', content: rows.join('\n') },
    ]

    const { result } = await importZip(project, entries, { split: 'test', tags: ['night'] })

    const refused = [{ path: 'valid/_annotations.csv, line 3', reason: expect.stringContaining('No picture "c.png"') }]
    expect(result).toEqual({ added: 2, duplicates: 0, annotated: 1, refused, notes: [] })
    expect(await picturesOf(project)).toMatchObject({
      'a.png': { split: 'valid', labels: ['gull'], tags: ['night'] },
      'b.png': { split: 'valid', labels: [], tags: ['night'] },
    })
  })

  test('the lists of CVAT in YOLO 1.1 say the splits', async () => {
    const project = await newProject(station)
    const contents = { 'obj.data': 'train = data/train.txt\nvalid = data/valid.txt\n', 'obj.names': 'gull\n' }
    const lists = { 'train.txt': 'data/obj_train_data/a.png\n', 'valid.txt': 'data/obj_train_data/b.png\n' }
    const boxes = { 'obj_train_data/a.txt': '0 0.5 0.5 0.2 0.2\n', 'obj_train_data/b.txt': '0 0.5 0.5 0.2 0.2\n' }
    const images = { 'obj_train_data/a.png': await somePicture(), 'obj_train_data/b.png': await somePicture() }
    const files = Object.entries({ ...contents, ...lists, ...boxes, ...images })

    await importZip(
      project,
      files.map(([path, content]) => ({ path, content })),
    )

    const [a, b] = ['train', 'valid'].map((split) => ({ split, labels: ['gull'] }))
    expect(await picturesOf(project)).toMatchObject({ 'a.png': a, 'b.png': b })
  })

  test('pictures inside files of records come in with their labels', async () => {
    const project = await newProject(station)
    const record = pictureRecord('a.png', await somePicture())

    const { result } = await importZip(project, [{ path: 'boats.tfrecord', content: Buffer.from(record) }], {
      split: 'valid',
      tags: ['night'],
    })

    expect(result).toEqual({ added: 1, duplicates: 0, annotated: 1, refused: [], notes: [] })
    expect(await picturesOf(project)).toMatchObject({
      'a.png': { split: 'valid', labels: ['crate', 'buoy'], tags: ['night'] },
    })
  })

  test('labels that cannot be read are named, and their pictures are there', async () => {
    const project = await newProject(station)
    const entries = [
      { path: 'a.png', content: await somePicture() },
      { path: 'a.txt', content: '0 0.5 0.5' },
      { path: 'lonely.xml', content: VOC },
      { path: 'notes.docx', content: 'x' },
      { path: 'README.txt', content: 'x' },
    ]

    const { result } = await importZip(project, entries)

    expect(result).toMatchObject({ added: 1, annotated: 0 })
    expect(Object.fromEntries(result?.refused.map(({ path, reason }) => [path, reason]) ?? [])).toEqual({
      'a.txt': expect.stringContaining('no annotations in a format that is read'),
      'lonely.xml': expect.stringContaining('No picture "lonely" is in the data set'),
    })
    expect(result?.notes).toEqual([{ path: 'notes.docx', reason: 'Another file is not used.' }])
  })

  test('the same archive again adds nothing and leaves labels as they are', async () => {
    const project = await newProject(station)
    const entries = [
      { path: 'a.png', content: await somePicture() },
      { path: 'a.xml', content: VOC },
    ]
    await importZip(project, entries)

    const { result } = await importZip(project, [
      ...entries.slice(0, 1),
      { path: 'a.xml', content: VOC.replace('gull', 'crow') },
    ])

    const reason = 'a.png is annotated already. It keeps its annotations, and those of this file are left out'
    const notes = [{ path: 'a.xml', reason }]
    expect(result).toEqual({ added: 0, duplicates: 1, annotated: 0, refused: [], notes })
    expect(await picturesOf(project)).toMatchObject({ 'a.png': { labels: ['gull'] } })
  })
})

describe('a hostile archive', () => {
  test('every bad entry is refused by name, and the good one beside them is taken in', async () => {
    const project = await newProject(station)
    const [good, fine] = [await somePicture(), await somePicture()]
    const entries: MadeEntry[] = [
      { path: 'good.png', content: good },
      { path: '../out.png', content: fine },
      { path: 'in/../../out.png', content: fine },
      { path: '/etc/out.png', content: fine },
      { path: 'C:\\out.png', content: fine },
      { path: 'up\\..\\..\\out.png', content: fine },
      { path: 'link.png', content: '/etc/passwd', mode: 0o120777 },
      { path: 'device.png', content: fine, mode: 0o020666 },
      { path: 'secret.png', content: fine, isEncrypted: true },
      { path: 'packed.png', content: fine, method: 99, statedBytes: 5 },
      { path: 'huge.png', content: fine, statedBytes: 600 * 1024 * 1024 },
      { path: 'more.png', content: fine, statedBytes: fine.length - 1 },
      { path: 'less.png', content: fine, statedBytes: fine.length + 1 },
      { path: 'sum.png', content: fine, statedCrc: 1 },
      { path: 'text.png', content: 'no picture' },
    ]

    const { status, result } = await importZip(project, entries)

    expect(status).toBe('completed')
    expect(result).toMatchObject({ added: 1, duplicates: 0 })
    const reasons = new Map(result?.refused.map(({ path, reason }) => [path, reason]))
    expect([...reasons.keys()].toSorted()).toEqual(
      entries
        .slice(1)
        .map(({ path }) => path.replaceAll('\\', '/'))
        .toSorted(),
    )
    expect(reasons.get('../out.png')).toBe('Its path leads out of the data set')
    expect(reasons.get('link.png')).toContain('link')
    expect(reasons.get('secret.png')).toContain('encrypted')
    expect(reasons.get('huge.png')).toContain('512 MB')
    expect(reasons.get('sum.png')).toMatch(/^Checksum mismatch/)
    await expect.poll(() => station.waitingArchives()).toEqual([])
  })

  test.each([
    [
      'more than 10,000 files',
      Array.from({ length: 10_001 }, (_, at) => ({ path: `${at}.png`, content: '' })),
      '10000',
    ],
    [
      'more than 16 GB unpacked',
      Array.from({ length: 40 }, (_, at) => ({ path: `${at}.png`, content: '', statedBytes: 500 * 1024 * 1024 })),
      'unpacks to 20 GB',
    ],
  ])('one with %s ends the task before anything is taken in', async (_name, entries, reason) => {
    const project = await newProject(station)

    const { status, error } = await importZip(project, entries)

    expect({ status, error }).toEqual({ status: 'failed', error: expect.stringContaining(reason) })
    expect(await picturesOf(project)).toEqual({})
  })
})
