import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenVerdict } from '#common/annotation/review'
import type { BulkAct } from '#common/contract/browse/bulk'
import type { ImageFilter } from '#common/contract/images'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project
let labelled: ImageId
let plain: ImageId

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

async function openProject() {
  const slug = await newProject(station)
  project = valueOf(await station.services.projects.find(station.workspace, slug))
  labelled = ImageId.parse(await uploadLabelled(station, slug, { name: 'labelled.png', batch: 'Ferry' }))
  plain = ImageId.parse(await upload(station, slug, { name: 'plain.png', batch: 'Ferry' }))
}

const open = async (image: ImageId) => valueOf(await station.services.annotations.open(project, image))

async function say(verdict: GivenVerdict | null, done = verdict?.verdict !== 'rejected', image = labelled) {
  const at = { image, revision: (await open(image)).revision, by: 'Bo' }
  return station.services.annotations.setState(project, at, { done, isNull: false, verdict })
}

async function markDone() {
  const at = { image: labelled, revision: (await open(labelled)).revision }
  return valueOf(await station.services.annotations.setState(project, at, { done: true, isNull: false }))
}

async function removeLabels() {
  const { shapes, revision } = await open(labelled)
  const edit = { label: literal('Delete'), changes: shapes.map((before) => ({ before, after: null })) }
  return valueOf(await station.services.annotations.commit(project, { image: labelled, revision }, edit))
}

const found = async (filter: ImageFilter) => {
  const { rows } = await station.services.images.page(project, { filter, sort: 'added', offset: 0, limit: 10 })
  return rows.map(({ name, review }) => `${name} ${review}`)
}

const reject = (reason: string): GivenVerdict => ({ verdict: 'rejected', reason })
const APPROVED: GivenVerdict = { verdict: 'approved', reason: '' }

test('a done image waits, is approved by name, and an edit takes the approval back', async () => {
  await openProject()
  const waiting = (await open(labelled)).review

  const approved = valueOf(await say(APPROVED))
  const counted = (await station.services.images.facets(project)).reviews
  const edited = await removeLabels()

  expect(waiting).toEqual({ state: 'waiting', reason: '', by: '', at: null })
  expect(approved.review).toEqual({ state: 'approved', reason: '', by: 'Bo', at: expect.any(String) })
  expect(counted).toEqual({ waiting: 0, approved: 1, rejected: 0 })
  expect(edited.review).toEqual({ state: 'none', reason: '', by: '', at: null })
})

test('a rejected image is back to work with its reason, and waits again once it is done', async () => {
  await openProject()

  const rejected = valueOf(await say(reject('Hull cut off')))
  const redone = await markDone()
  const { rows } = valueOf(await station.services.annotations.history(project, labelled, { offset: 0, limit: 2 }))

  expect(rejected).toMatchObject({ state: 'started', review: { state: 'rejected', reason: 'Hull cut off', by: 'Bo' } })
  expect(redone).toMatchObject({ state: 'done', review: { state: 'waiting', reason: 'Hull cut off', by: 'Bo' } })
  expect(rows.map(({ name, by }) => [sentenceOf(name), by.name])).toEqual([
    ['Mark as done', ''],
    ['Request changes: Hull cut off', 'Bo'],
  ])
})

test('what has no labels is not approved, a rejection needs a reason, and a verdict can be taken back', async () => {
  await openProject()

  const empty = await say(APPROVED, true, plain)
  const silent = await say(reject(''))
  await say(reject('Loose'))
  const back = valueOf(await say(null, true))

  expect(inWords(empty)).toMatchObject({ ok: false, error: { reason: 'nothing-to-review' } })
  expect(inWords(silent)).toMatchObject({ ok: false, error: { reason: 'reason-missing' } })
  expect(back).toMatchObject({ state: 'done', review: { state: 'waiting', reason: '' } })
})

test('images are found by their review, in the filter and in the search', async () => {
  await openProject()
  await say(reject('Loose'))

  const byFilter = await found({ reviews: ['rejected'] })
  const bySearch = await found({ search: 'review:rejected -review:approved' })
  const others = await found({ search: '-review:rejected comments:none' })

  expect(byFilter).toEqual(['labelled.png rejected'])
  expect(bySearch).toEqual(byFilter)
  expect(others).toEqual(['plain.png none'])
})

test('a verdict on many images is logged on each and undone as one', async () => {
  await openProject()
  await say(reject('Loose'))
  const act: BulkAct = { kind: 'review', verdict: 'approved', reason: '', by: 'Ada' }

  const done = valueOf(await station.bulk.run(project, { images: [labelled, plain] }, act))
  const approved = await open(labelled)
  const undone = done.id && valueOf(await station.bulk.undo(project, done.id))
  const before = await open(labelled)

  expect([done.changed, undone]).toEqual([1, { images: 1, restored: 1 }])
  expect(approved).toMatchObject({ state: 'done', review: { state: 'approved', by: 'Ada' } })
  expect(before).toMatchObject({ state: 'started', review: { state: 'rejected', reason: 'Loose', by: 'Bo' } })
  const history = await station.services.annotations.history(project, labelled, { offset: 0, limit: 3 })
  expect(valueOf(history).rows.map(({ name, by }) => [sentenceOf(name), by.name])).toEqual([
    ['Undo review', ''],
    ['Approve', 'Ada'],
    ['Request changes: Loose', 'Bo'],
  ])
})

test('a job and its images say the same, whoever said it', async () => {
  await openProject()
  const { annotationJobs: jobs } = station.services
  const wanted = { name: 'Deck', batch: 'Ferry', labeler: 'Ada', reviewer: 'Chen', instructions: '' }
  await say(APPROVED)
  const { id } = valueOf(await jobs.create(project, wanted))
  const standings = async () =>
    valueOf(await jobs.imagePage(project, id, { offset: 0, limit: 10 })).map(({ standing }) => standing)

  const given = await standings()
  await jobs.review(project, { id, images: [labelled] }, 'rejected')
  const rejected = await open(labelled)
  await markDone()

  expect(given).toEqual(['approved', 'unannotated'])
  expect(rejected).toMatchObject({ state: 'started', review: { state: 'rejected', by: 'Chen' } })
  expect(await standings()).toEqual(['annotated', 'unannotated'])
})
