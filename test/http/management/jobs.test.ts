import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ImageId, ProjectSlug } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const Job = z.object({ id: z.string() })
const TIMESTAMP = { _seconds: expect.any(Number), _nanoseconds: expect.any(Number) }

async function createJob(project: string, json: object) {
  return station.management.post(`/acme/${project}/jobs`, { json })
}

async function statusOf(project: string, job: string): Promise<unknown> {
  return (await station.management.get(`/acme/${project}/jobs/${job}`)).body
}

test('ten uploads at once into a new batch make one batch', async () => {
  const project = await newProject(station)

  await Promise.all(Array.from({ length: 10 }, () => upload(station, project, { batch: 'Ferry' })))

  const { body } = await station.management.get(`/acme/${project}/batches`)
  const batch = { id: expect.any(String), name: 'Ferry', images: 10, numJobs: 0, uploaded: TIMESTAMP }
  expect(body).toEqual({ batches: [batch] })
})

test('a job is answered by itself and under its name', async () => {
  const project = await newProject(station)
  await upload(station, project, { batch: 'Ferry' })
  const people = { labelerEmail: 'ada@acme.test', reviewerEmail: 'bo@acme.test' }

  const answer = await createJob(project, { name: 'Deck', batch: 'Ferry', num_images: 1, ...people })

  const job = {
    id: expect.any(String),
    name: 'Deck',
    status: 'assigned',
    labeler: 'ada@acme.test',
    reviewer: 'bo@acme.test',
    numImages: 1,
    unannotated: 1,
    annotated: 0,
    approved: 0,
    rejected: 0,
    created: TIMESTAMP,
    createdBy: 'acme',
    owner: 'acme',
    project: `acme/${project}`,
    instructionsText: '',
    sourceBatch: expect.stringMatching(new RegExp(`^${project}/.`)),
  }
  expect(answer).toMatchObject({ status: 200, body: { success: true, ...job, job } })
})

test('a reviewed job is complete when all is approved, and an edit calls for another look', async () => {
  const project = await newProject(station)
  const slug = ProjectSlug.parse(project)
  const { services, workspace } = station
  const image = ImageId.parse(await uploadLabelled(station, project, { batch: 'Ferry' }))
  const { id } = Job.parse((await createJob(project, { name: 'Deck', batch: 'Ferry', reviewerEmail: 'bo' })).body)
  const found = await services.projects.find(workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))

  const before = await statusOf(project, id)
  await services.annotationJobs.review(found.value, { id, images: [image] }, 'rejected')
  const rejected = await statusOf(project, id)
  await services.annotationJobs.review(found.value, { id, images: [image] }, 'approved')
  const approved = await statusOf(project, id)
  const json = { annotationFile: '0 0.4 0.4 0.2 0.2', labelmap: { 0: 'crate' } }
  await station.management.post(`/dataset/${project}/annotate/${image}?name=a.txt&overwrite=true`, { json })
  const edited = await statusOf(project, id)

  expect(before).toMatchObject({ job: { status: 'review', annotated: 1 } })
  expect(rejected).toMatchObject({ job: { status: 'annotating', rejected: 1, annotated: 0 } })
  expect(approved).toMatchObject({ job: { status: 'complete', approved: 1 } })
  expect(edited).toMatchObject({ job: { status: 'review', annotated: 1, approved: 0 } })
})

test('a job over a part of a batch takes the images that nobody has annotated first', async () => {
  const project = await newProject(station)
  for (let n = 0; n < 2; n += 1) await uploadLabelled(station, project, { batch: 'Ferry' })
  for (let n = 0; n < 2; n += 1) await upload(station, project, { batch: 'Ferry' })

  const first = await createJob(project, { name: 'Deck', batch: 'Ferry', num_images: 2 })
  const rest = await createJob(project, { name: 'Hold', batch: 'Ferry', num_images: 2 })

  expect(first).toMatchObject({ status: 200, body: { numImages: 2, unannotated: 2, annotated: 0 } })
  expect(rest).toMatchObject({ status: 200, body: { numImages: 2, unannotated: 0, annotated: 2 } })
})

test.each([
  [{ name: 'Deck', batch: 'Ferry', num_images: 2 }, 400, '2 were asked for'],
  [{ name: 'Deck', batch: 'Ferry', num_images: 0 }, 400, 'num_images'],
  [{ name: '', batch: 'Ferry' }, 400, 'name'],
  [{ name: 'Deck' }, 400, 'batch'],
  [{ name: 'Deck', batch: 'Tug' }, 404, 'Batch not found'],
])('no job is made of %j', async (json, status, word) => {
  const project = await newProject(station)
  await upload(station, project, { batch: 'Ferry' })

  const answer = await createJob(project, json)

  expect(answer).toMatchObject({ status, body: { error: expect.stringContaining(word) } })
  expect((await station.management.get(`/acme/${project}/jobs`)).body).toEqual({ jobs: [] })
})
