import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project
let labelled: ImageId
let plain: ImageId

beforeAll(async () => {
  station = await testStation()
  const slug = await newProject(station)
  project = valueOf(await station.services.projects.find(station.workspace, slug))
  labelled = ImageId.parse(await uploadLabelled(station, slug, { name: 'labelled.png', batch: 'Ferry' }))
  plain = ImageId.parse(await upload(station, slug, { name: 'plain.png', batch: 'Ferry' }))
  await newProject(station)
})

afterAll(async () => station.close())

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

async function removeLabels(): Promise<void> {
  const { shapes, revision } = valueOf(await station.services.annotations.open(project, labelled))
  const edit = { label: literal('Delete'), changes: shapes.map((before) => ({ before, after: null })) }
  valueOf(await station.services.annotations.commit(project, { image: labelled, revision }, edit))
}

async function undo(): Promise<void> {
  const { revision } = valueOf(await station.services.annotations.open(project, labelled))
  valueOf(await station.services.annotations.undo(project, { image: labelled, revision }))
}

async function addJob(): Promise<void> {
  const wanted = { name: 'Deck', batch: 'Ferry', labeler: 'Ada', reviewer: 'Chen', instructions: '' }
  const { id } = valueOf(await station.services.annotationJobs.create(project, wanted))
  job = id
}

let job: Parameters<TestStation['services']['annotationJobs']['remove']>[1]

const images = () => station.services.images

test.each<readonly [string, () => Promise<unknown>]>([
  ['labels are removed', removeLabels],
  ['that is undone', undo],
  ['a job is made', addJob],
  ['a job is removed', () => station.services.annotationJobs.remove(project, job)],
  ['images go to the trash', () => images().trash(project, [plain])],
  ['images come back from the trash', () => images().restore(project, [plain])],
  ['images change their split', () => images().setSplit(project, [plain], 'test')],
  ['a class is added', () => station.services.projects.createClass(project, 'gull')],
])('a project is the last that has changed when %s', async (_, change) => {
  forgetMoments()

  await change()

  const [first, other] = await station.services.projects.list(station.workspace)
  expect(first?.slug).toBe(project.slug)
  expect(first?.updatedAt.getFullYear()).toBeGreaterThan(2000)
  expect(other?.updatedAt).toEqual(new Date(2_000))
})

test('opening an image is no change of its project', async () => {
  forgetMoments()

  await station.services.annotations.open(project, labelled)

  const listed = await station.services.projects.list(station.workspace)
  expect(listed.map(({ updatedAt }) => updatedAt)).toEqual([new Date(2_000), new Date(1_000)])
})

/** As if nothing had happened for years; the project that things happen in is the older one. */
function forgetMoments(): void {
  const db = new Database(station.database)
  db.prepare('UPDATE project SET updated_at = CASE WHEN id = ? THEN 1 ELSE 2 END').run(project.id)
  db.close()
}
