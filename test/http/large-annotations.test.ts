import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { LARGE_FILE, MANY_SHAPES } from '#compose/labelling/labelling'
import type { Project } from '#core/dataset/projects/ports'
import { openDatabase } from '#storage/kit/db'
import { readIdentity } from '#storage/kit/identity/identity-file'
import type { Answered } from '../kit/api-client.ts'
import { upload } from '../kit/dataset.ts'
import { checkFiles, datasetProject, imagesOf, importChecked } from '../kit/datasets.ts'
import { type TestStation, testStation } from '../kit/station.ts'
import { photo } from '../kit/station-process.ts'

let station: TestStation
let project: Project
const threads: number[] = []

beforeAll(async () => {
  station = await testStation()
  station.labelling.onDone((ranIn) => threads.push(ranIn))
  const { services, workspace } = station
  const created = await services.projects.create(workspace, { name: 'Large', type: 'object-detection' })
  if (!created.ok) throw new Error(sentenceOf(created.error))
  project = created.value
})

afterAll(async () => station.close())

/** YOLO text of boxes none of which is like another. */
function boxes(count: number): string {
  return Array.from({ length: count }, (_, nth) => `0 0.5 0.5 0.${10_000 + nth} 0.5`).join('\n')
}

/** YOLO text of one polygon about the center. */
function polygon(points: number): string {
  const corners = Array.from({ length: points }, (_, nth) => {
    const turn = (2 * Math.PI * nth) / points
    return `${(0.5 + Math.cos(turn) * 0.4).toFixed(6)} ${(0.5 + Math.sin(turn) * 0.4).toFixed(6)}`
  })
  return `0 ${corners.join(' ')}`
}

const MANY = MANY_SHAPES + 1000

async function annotate(image: string, text: string, more = ''): Promise<number> {
  const path = `/dataset/${project.slug}/annotate/${image}?name=boxes.txt${more}`
  return (await station.management.post(path, { body: text, headers: { 'content-type': 'text/plain' } })).status
}

async function open(image: ImageId) {
  const opened = await station.services.annotations.open(project, image)
  if (!opened.ok) throw new Error(sentenceOf(opened.error))
  return opened.value
}

async function doneIn(work: () => Promise<unknown>): Promise<readonly number[]> {
  threads.length = 0
  await work()
  return threads.map((ranIn) => (ranIn === threadId ? Number.NaN : ranIn > 0 ? 1 : 0))
}

test('a small file is put onto an image at once, a large one and one in place of very many shapes in a thread', async () => {
  const image = ImageId.parse(await upload(station, project.slug))

  const small = await doneIn(() => annotate(image, boxes(3)))
  const large = await doneIn(() => annotate(image, boxes(MANY), '&overwrite=true'))
  const after = await open(image)
  const inPlace = await doneIn(() => annotate(image, boxes(1), '&overwrite=true'))

  expect(boxes(MANY).length).toBeGreaterThan(LARGE_FILE)
  expect([small, large, inPlace]).toEqual([[], [1], [1]])
  expect([after.shapes.length, after.state, after.undo.length]).toEqual([MANY, 'done', 2])
  expect((await open(image)).shapes).toHaveLength(1)
})

test.each(['png', 'svg'] as const)('annotations of very many points are drawn in a thread as %s', async (as) => {
  const created = await station.services.projects.create(station.workspace, {
    name: `Drawn as ${as}`,
    type: 'instance-segmentation',
  })
  if (!created.ok) throw new Error(sentenceOf(created.error))
  const { slug, annotationGroup } = created.value
  const [few, many] = [await upload(station, slug), await upload(station, slug)]
  const annotated = async (image: string, points: number) =>
    station.management.post(`/dataset/${slug}/annotate/${image}?name=a.txt`, {
      body: polygon(points),
      headers: { 'content-type': 'text/plain' },
    })
  const drawing = async (id: string) => {
    const image = await station.services.images.findAnywhere(ImageId.parse(id))
    if (image === undefined) throw new Error('The image is gone')
    return as === 'png'
      ? station.services.files.annotationPng(image, annotationGroup)
      : station.services.files.annotationSvg(image)
  }
  expect([(await annotated(few, 10)).status, (await annotated(many, 5000)).status]).toEqual([200, 200])

  expect(await doneIn(async () => expect(await drawing(few)).toBeDefined())).toEqual([])
  expect(await doneIn(async () => expect(await drawing(many)).toBeDefined())).toEqual([1])
})

test('what a thread wrote is one step of undo, and a refused file leaves everything as it was', async () => {
  const image = ImageId.parse(await upload(station, project.slug))
  await annotate(image, boxes(2))

  const refused = await annotate(image, boxes(MANY))
  const untouched = await open(image)
  await annotate(image, boxes(MANY), '&overwrite=true')
  const { revision } = await open(image)
  const undone = await station.services.annotations.undo(project, { image, revision })

  expect(refused).toBe(409)
  expect(untouched.shapes).toHaveLength(2)
  expect(undone.ok).toBe(true)
  expect((await open(image)).shapes).toEqual(untouched.shapes)
})

test('predictions in a large file are read and stored in a thread', async () => {
  const image = ImageId.parse(await upload(station, project.slug))

  const small = await doneIn(() => annotate(image, boxes(3), '&prediction=true&source=m'))
  const large = await doneIn(() => annotate(image, boxes(MANY), '&prediction=true&source=m'))

  const { proposals, shapes } = await open(image)
  expect([small, large]).toEqual([[], [1]])
  expect([proposals.length, shapes.length]).toEqual([MANY, 0])
})

test('the answer about an image with very many annotations is read and written in a thread, and is as any other', async () => {
  const [dense, sparse] = [await upload(station, project.slug), await upload(station, project.slug)]
  await annotate(dense, boxes(MANY), '&overwrite=true')
  await annotate(sparse, boxes(2))
  const answers: Answered[] = []
  const ask =
    (image: string, more = '') =>
    async () =>
      void answers.push(
        await station.management.get(`/${station.workspace.slug}/${project.slug}/images/${image}${more}`),
      )

  const ranIn = [await doneIn(ask(dense)), await doneIn(ask(dense, '?marks=true')), await doneIn(ask(sparse))]
  const absent = await station.management.get(`/${station.workspace.slug}/another/images/${dense}`)

  const [told, marked, few] = answers.map(({ body }) => Told.parse(body).image)
  expect(ranIn).toEqual([[1], [1], []])
  expect(told?.annotation.boxes).toHaveLength(MANY)
  expect(told?.annotation.boxes.slice(0, 2)).toEqual(few?.annotation.boxes)
  expect(Object.keys(told ?? {})).toEqual(Object.keys(few ?? {}))
  expect(told?.urls.original).toContain(dense)
  expect([told?.keepsMarks, marked?.keepsMarks]).toEqual([undefined, true])
  expect(absent.status).toBe(404)
})

test('predictions that wait on an image make it as heavy as annotations do', async () => {
  const image = await upload(station, project.slug)
  await annotate(image, boxes(MANY), '&prediction=true&source=m')
  const get = () => station.management.get(`/${station.workspace.slug}/${project.slug}/images/${image}`)

  expect(await doneIn(get)).toEqual([1])
  expect(Told.parse((await get()).body).image.predictions).toHaveLength(MANY)
})

const Told = z.object({
  image: z.looseObject({
    annotation: z.object({ boxes: z.array(z.unknown()) }).default({ boxes: [] }),
    predictions: z.array(z.unknown()),
    urls: z.record(z.string(), z.string()),
    keepsMarks: z.boolean().optional(),
  }),
})

test('writes that come while a thread writes are stored after it', async () => {
  const image = ImageId.parse(await upload(station, project.slug))

  const [large, made] = await Promise.all([
    annotate(image, boxes(MANY)),
    station.services.projects.createClass(project, 'crate'),
  ])

  expect([large, made.ok]).toEqual([200, true])
  expect((await open(image)).shapes).toHaveLength(MANY)
})

test('an import writes an image with very many objects in a thread, and one with few at once', async () => {
  const [dense, sparse] = [await photo('coffee.jpg'), await photo('coins.png')]
  const into = await datasetProject(station)
  const sent = [
    { path: 'data.yaml', content: Buffer.from('names: [crate]') },
    { path: 'images/dense.jpg', content: dense },
    { path: 'labels/dense.txt', content: Buffer.from(boxes(MANY)) },
    { path: 'images/sparse.png', content: sparse },
    { path: 'labels/sparse.txt', content: Buffer.from(boxes(3)) },
  ]
  const { dataset } = await checkFiles(station, into, sent)

  const ranIn = await doneIn(() => importChecked(station, dataset))

  expect(ranIn).toEqual([1])
  expect(await imagesOf(station, into)).toMatchObject({ 'dense.jpg': { shapes: MANY }, 'sparse.png': { shapes: 3 } })
})

test('a call of the studio goes in and comes out as bytes, and is done in a thread', async () => {
  const image = ImageId.parse(await upload(station, project.slug))
  await annotate(image, boxes(2))
  const { revision, shapes } = await open(image)
  const changes = shapes.map((before) => ({ before, after: null }))
  const call = (name: string, input: object) => {
    const sent = { i: '7', p: { u: `/annotations/${name}`, b: { json: { project: project.slug, image, ...input } } } }
    return new Uint8Array(Buffer.from(JSON.stringify(sent)))
  }

  const edit = { label: 'Delete 2 shapes', changes }
  const ranIn = await doneIn(async () => {
    const answer = await station.labelling.answer(call('commit', { revision, edit }), 'write')
    expect(JSON.parse(Buffer.from(answer).toString())).toMatchObject({ i: '7', p: { b: { json: { state: 'todo' } } } })
  })
  const late = await station.labelling.answer(call('commit', { revision, edit }), 'write')

  expect(ranIn).toEqual([1])
  expect((await open(image)).shapes).toEqual([])
  expect(JSON.parse(Buffer.from(late).toString())).toMatchObject({
    p: { b: { json: { data: { reason: 'edit-conflict' } } } },
  })
})

test('the revision of the library grows with what a thread writes, and the file beside it never tells a later one', async () => {
  const image = ImageId.parse(await upload(station, project.slug))
  const before = revisionOf(station)

  await annotate(image, boxes(MANY))

  const told = readIdentity(join(station.folder, 'library.identity.json'))
  const after = revisionOf(station)
  expect(after).toBeGreaterThan(before)
  expect(told !== 'damaged' && (told?.revision ?? 0) <= after).toBe(true)
})

function revisionOf({ database }: TestStation): number {
  const opened = openDatabase(database)
  try {
    return opened.raw.prepare<[], number>('SELECT revision FROM identity').pluck().get() ?? 0
  } finally {
    opened.close()
  }
}
