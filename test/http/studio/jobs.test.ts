import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '#common/errors'
import { ImageId, ShapeId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

const WORDS = { name: 'Deck', labeler: 'Ada', reviewer: 'Bo', instructions: '' }

function value<Value>(outcome: Result<Value, Refusal>): Value {
  if (!outcome.ok) throw new Error(sentenceOf(outcome.error))
  return outcome.value
}

const jobs = () => station.services.annotationJobs

/** A project with two labeled images and one without labels, in the batch "Ferry". */
async function ferry(): Promise<{ project: Project; images: ImageId[] }> {
  const slug = await newProject(station)
  const batch = { batch: 'Ferry' }
  const images = [await uploadLabelled(station, slug, batch), await uploadLabelled(station, slug, batch)]
  images.push(await upload(station, slug, batch))
  const project = value(await station.services.projects.find(station.workspace, slug))
  return { project, images: images.map((id) => ImageId.parse(id)) }
}

async function openJob(project: Project, images?: number) {
  return value(await jobs().create(project, { ...WORDS, batch: 'Ferry', images }))
}

test('the progress of a batch counts what is labelled and shows its first images', async () => {
  const { project, images } = await ferry()
  await upload(station, project.slug, { batch: 'Tug' })

  const [tug, batch] = await jobs().progress(project)

  expect(tug).toMatchObject({ name: 'Tug', images: 1, labelled: 0, jobs: 0 })
  expect(batch).toMatchObject({ name: 'Ferry', images: 3, labelled: 2, done: 2, jobs: 0, covers: images })
})

test('a batch that holds nothing any more is left out, unless a job tells of it', async () => {
  const { project, images } = await ferry()
  await station.services.images.trash(project, images)
  const without = await jobs().progress(project)
  await station.services.images.restore(project, images)
  await openJob(project)
  await station.services.images.trash(project, images)

  expect(without).toEqual([])
  expect(await jobs().progress(project)).toMatchObject([{ name: 'Ferry', images: 0, jobs: 1 }])
})

test('a batch gets another name, but not one that is taken or empty', async () => {
  const { project } = await ferry()
  await upload(station, project.slug, { batch: 'Tug' })
  const [, batch] = await jobs().progress(project)
  const id = batch?.id ?? ''

  const renamed = await jobs().renameBatch(project, id, ' Ferry, upper deck ')

  expect(renamed).toMatchObject({ ok: true, value: { name: 'Ferry, upper deck', images: 3 } })
  expect(await jobs().renameBatch(project, id, 'Ferry, upper deck')).toMatchObject({ ok: true })
  expect(inWords(await jobs().renameBatch(project, id, 'Tug'))).toMatchObject({ error: { reason: 'batch-name-taken' } })
  expect(inWords(await jobs().renameBatch(project, id, ' '))).toMatchObject({ error: { reason: 'batch-name-invalid' } })
  expect(inWords(await jobs().renameBatch(project, id, 'b'.repeat(121)))).toMatchObject({
    error: { reason: 'batch-name-invalid', message: 'Batch names can have at most 120 characters' },
  })
  expect(inWords(await jobs().renameBatch(project, 'nobatch0', 'A'))).toMatchObject({
    error: { reason: 'batch-not-found' },
  })
})

test('what is said about a job can change, and its images stay', async () => {
  const { project } = await ferry()
  const { id } = await openJob(project)
  const words = { name: 'Upper deck', labeler: 'Chen', reviewer: '', instructions: 'Hulls only' }

  const changed = await jobs().change(project, id, words)

  expect(changed).toMatchObject({ ok: true, value: { ...words, counts: { annotated: 2, unannotated: 1 } } })
})

test('one verdict reaches all images of a standing and no others, and can be taken back', async () => {
  const { project, images } = await ferry()
  const { id } = await openJob(project)

  const reviewed = await jobs().review(project, { id, images: 'annotated' }, 'approved')
  const standings = value(await jobs().imagePage(project, id, { offset: 0, limit: 10 }))
  await jobs().review(project, { id, images }, null)

  expect(value(reviewed)).toMatchObject({ images: 2, changed: 2 })
  expect(standings.map(({ standing }) => standing)).toEqual(['approved', 'approved', 'unannotated'])
  expect(standings.map((image) => image.id)).toEqual(images)
  expect(value(await jobs().job(project, id)).counts).toMatchObject({ annotated: 2, approved: 0 })
})

const VERDICTS = [
  { from: 'annotated', verdict: 'approved', made: ['done', 'approved'] },
  { from: 'annotated', verdict: 'rejected', made: ['started', 'rejected'] },
  { from: 'approved', verdict: null, made: ['done', 'waiting'] },
] as const

test.each(VERDICTS)('the undo of a verdict ($verdict) on many images gives back what each was', async (given) => {
  const { from, verdict, made } = given
  const { project, images } = await ferry()
  const { id } = await openJob(project)
  if (from === 'approved') await jobs().review(project, { id, images: 'annotated' }, 'approved')
  const before = await factsOf(project, images)

  const done = value(await jobs().review(project, { id, images: from }, verdict))
  const meanwhile = await factsOf(project, images)
  const undone = done.id && value(await station.bulk.undo(project, done.id))

  expect(meanwhile).toEqual([made, made, ['todo', 'none']])
  expect(undone).toEqual({ images: 2, restored: 2 })
  expect(await factsOf(project, images)).toEqual(before)
})

test('the undo of a verdict gives nothing back to images whose labels were edited since', async () => {
  const { project, images } = await ferry()
  const { id } = await openJob(project)
  const [edited, other] = images
  if (edited === undefined || other === undefined) throw new Error('There are no images')
  await jobs().review(project, { id, images: 'annotated' }, 'approved')
  const { id: act } = value(await jobs().review(project, { id, images: 'approved' }, 'rejected'))
  await removeLabels(project, edited)

  const undone = act && value(await station.bulk.undo(project, act))

  expect(undone).toEqual({ images: 2, restored: 1 })
  expect(await factsOf(project, [edited, other])).toEqual([
    ['todo', 'rejected'],
    ['done', 'approved'],
  ])
})

test('verdicts that follow one another are undone one after the other', async () => {
  const { project, images } = await ferry()
  const { id } = await openJob(project)
  const before = await factsOf(project, images)
  const acts = []
  for (const [from, verdict] of [
    ['annotated', 'approved'],
    ['approved', null],
    ['annotated', 'rejected'],
  ] as const) {
    acts.unshift(value(await jobs().review(project, { id, images: from }, verdict)).id)
  }

  for (const act of acts) {
    expect(act && value(await station.bulk.undo(project, act))).toEqual({ images: 2, restored: 2 })
  }

  expect(await factsOf(project, images)).toEqual(before)
})

test('a rejection that is taken back leaves the images as far as they were', async () => {
  const { project, images } = await ferry()
  const { id } = await openJob(project)
  const [edited] = images
  if (edited === undefined) throw new Error('There are no images')
  const before = await factsOf(project, images)
  await jobs().review(project, { id, images }, 'rejected')
  await jobs().review(project, { id, images }, null)
  const back = await factsOf(project, images)

  await jobs().review(project, { id, images }, 'rejected')
  await drawAnother(project, edited)
  await jobs().review(project, { id, images: [edited] }, null)

  expect(back).toEqual(before)
  expect(await factsOf(project, [edited])).toEqual([['started', 'none']])
})

test('the undo of a reopened review leaves images alone that were changed since', async () => {
  const { project, images } = await ferry()
  const { id } = await openJob(project)
  const [edited, other] = images
  if (edited === undefined || other === undefined) throw new Error('There are no images')
  await jobs().review(project, { id, images: 'annotated' }, 'approved')
  const { id: act } = value(await jobs().review(project, { id, images: 'approved' }, null))
  const { annotations } = station.services
  const { revision } = value(await annotations.open(project, edited))
  value(await annotations.setState(project, { image: edited, revision }, { done: false, isNull: false }))

  const undone = act && value(await station.bulk.undo(project, act))

  expect(undone).toEqual({ images: 2, restored: 1 })
  expect(await factsOf(project, [edited, other])).toEqual([
    ['started', 'none'],
    ['done', 'approved'],
  ])
})

async function removeLabels(project: Project, image: ImageId): Promise<void> {
  const { annotations } = station.services
  const { shapes, revision } = value(await annotations.open(project, image))
  const edit = { label: literal('Delete'), changes: shapes.map((before) => ({ before, after: null })) }
  value(await annotations.commit(project, { image, revision }, edit))
}

async function drawAnother(project: Project, image: ImageId): Promise<void> {
  const { annotations } = station.services
  const { shapes, revision } = value(await annotations.open(project, image))
  const [first] = shapes
  if (first === undefined) throw new Error('There is no shape')
  const after = { ...first, id: ShapeId.parse('anotherShape0000') }
  value(
    await annotations.commit(
      project,
      { image, revision },
      { label: literal('Draw'), changes: [{ before: null, after }] },
    ),
  )
}

async function factsOf(project: Project, images: readonly ImageId[]) {
  const opened = await Promise.all(images.map((image) => station.services.annotations.open(project, image)))
  return opened.map(value).map(({ state, review }) => [state, review.state])
}

test('a cancelled job comes back with its images and verdicts', async () => {
  const { project, images } = await ferry()
  const job = await openJob(project)
  await jobs().review(project, { id: job.id, images: images.slice(0, 1) }, 'rejected')
  const before = value(await jobs().job(project, job.id))

  const cancelled = value(await jobs().remove(project, job.id))
  const left = await jobs().jobs(project)
  const back = await jobs().restore(project, cancelled)

  expect(left).toEqual([])
  expect(back).toEqual({ ok: true, value: before })
  expect(inWords(await jobs().restore(project, cancelled))).toMatchObject({ error: { reason: 'job-restored' } })
})

test('images that another job got meanwhile stay there', async () => {
  const { project, images } = await ferry()
  const cancelled = value(await jobs().remove(project, (await openJob(project)).id))
  const other = await openJob(project, 1)

  const back = value(await jobs().restore(project, cancelled))

  // A job over a part of a batch takes images that are not annotated yet.
  const taken = value(await jobs().images(project, other.id))
  expect(taken).toEqual([expect.toBeOneOf(images.slice(1))])
  expect(value(await jobs().images(project, back.id))).toEqual(images.filter((image) => !taken.includes(image)))
})

test('a job of another project is not reached', async () => {
  const mine = await ferry()
  const other = await ferry()
  const { id } = await openJob(mine.project)

  const reached = [
    await jobs().change(other.project, id, WORDS),
    await jobs().review(other.project, { id, images: 'annotated' }, 'approved'),
    await jobs().imagePage(other.project, id, { offset: 0, limit: 10 }),
    await jobs().remove(other.project, id),
  ]

  for (const answer of reached) expect(inWords(answer)).toMatchObject({ ok: false, error: { reason: 'job-not-found' } })
})
