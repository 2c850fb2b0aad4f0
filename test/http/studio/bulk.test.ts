import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkAct } from '#common/contract/browse/bulk'
import { BulkActId, ImageId } from '#common/ids'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { newProject, upload, uploadLabelled } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { addRows, addTag, runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project
let labelled: ImageId
let plain: ImageId

beforeAll(async () => {
  station = await testStation()
  const slug = await newProject(station)
  const found = await station.services.projects.find(station.workspace, slug)
  if (!found.ok) throw new Error(sentenceOf(found.error))
  project = found.value
  plain = ImageId.parse(await upload(station, slug, { name: 'plain.png', split: 'train', batch: 'Monday' }))
  labelled = ImageId.parse(await uploadLabelled(station, slug, { name: 'labelled.png', split: 'valid' }))
  addTag(station, plain, 'night')
  runSql(station, `UPDATE image SET state = 'started' WHERE id = ?`, labelled)
})

afterAll(async () => station.close())

async function run(act: BulkAct, images: readonly ImageId[] = [plain, labelled]) {
  const done = await station.bulk.run(project, { images: [...images] }, act)
  if (!done.ok) throw new Error(sentenceOf(done.error))
  return done.value
}

async function undo(id: BulkActId | null) {
  if (id === null) throw new Error('Nothing was changed')
  return station.bulk.undo(project, id)
}

/** The task that takes an act on thousands of images back, when it has ended. */
async function undoBigAct(id: BulkActId | null) {
  const answer = await undo(id)
  if (!answer.ok || !('taskId' in answer.value)) throw new Error('The act was not undone by a task')
  return station.taskEnd(answer.value.taskId)
}

/** Images that the undo under way has given back. */
function givenBack(): number {
  const db = new Database(station.database, { readonly: true })
  try {
    return Number(db.prepare(`SELECT coalesce(sum(restored), 0) FROM bulk_act WHERE state = 'undoing'`).pluck().get())
  } finally {
    db.close()
  }
}

/** Name, split, state, batch and tags of every image outside the trash. */
async function rows() {
  const window = { filter: {}, sort: 'added', offset: 0, limit: 10 } as const
  const { rows: all } = await station.services.images.rows(project, window)
  return all.map(({ name, split, state, tags }) => `${[name, split, state, ...tags].join(' ')}`)
}

const BEFORE = ['plain.png train todo night', 'labelled.png valid started']

test('a tag is put on and taken off, and the undo leaves the tags that were there before', async () => {
  const done = await run({ kind: 'tag', add: ['night', 'wet'], remove: [] })
  expect(await rows()).toEqual(['plain.png train todo night wet', 'labelled.png valid started night wet'])

  const removed = await run({ kind: 'tag', add: [], remove: ['night'] }, [plain])
  expect(removed).toMatchObject({ images: 1, changed: 1 })
  expect(await undo(removed.id)).toEqual({ ok: true, value: { images: 1, restored: 1 } })

  expect(await undo(done.id)).toEqual({ ok: true, value: { images: 2, restored: 2 } })
  expect(await rows()).toEqual(BEFORE)
})

test('what was changed again since stays as it is when an act is undone', async () => {
  const toTest = await run({ kind: 'split', split: 'test' })
  await run({ kind: 'split', split: 'valid' }, [labelled])

  expect(await undo(toTest.id)).toEqual({ ok: true, value: { images: 2, restored: 1 } })

  expect(await rows()).toEqual(BEFORE)
})

test('images with labels are done, those without hold nothing to label, and both go back to work', async () => {
  const done = await run({ kind: 'state', state: 'done' })
  const nothing = await run({ kind: 'state', state: 'nothing' })
  expect([done, nothing]).toMatchObject([
    { images: 2, changed: 1 },
    { images: 2, changed: 1 },
  ])
  expect(await rows()).toEqual(['plain.png train done night', 'labelled.png valid done'])

  const todo = await run({ kind: 'state', state: 'todo' })
  expect(await rows()).toEqual(BEFORE)

  await undo(todo.id)
  expect(await rows()).toEqual(['plain.png train done night', 'labelled.png valid done'])
  await undo(nothing.id)
  await undo(done.id)
  expect(await rows()).toEqual(BEFORE)
})

test('images move to a batch that is made, and to the trash, and come back', async () => {
  const moved = await run({ kind: 'batch', name: ' Tuesday ' })
  expect(await station.services.images.ids(project, { search: 'batch:Tuesday' }, 'added')).toEqual([plain, labelled])
  const trashed = await run({ kind: 'trash' })
  expect(await rows()).toEqual([])

  await undo(trashed.id)
  await undo(moved.id)

  expect(await station.services.images.ids(project, { search: 'batch:Tuesday' }, 'added')).toEqual([])
  expect(await rows()).toEqual(BEFORE)
})

test('an act over a query reaches all that it finds, and an act that changes nothing keeps nothing', async () => {
  const found = await station.bulk.run(project, { filter: { search: 'tag:night' } }, { kind: 'split', split: 'valid' })
  expect(found).toMatchObject({ ok: true, value: { images: 1, changed: 1 } })
  if (found.ok) await undo(found.value.id)

  expect(await run({ kind: 'split', split: 'train' }, [plain])).toEqual({ id: null, images: 1, changed: 0 })
})

test('acts that cannot be made or undone are refused in words', async () => {
  const refused = [
    await station.bulk.run(project, { images: [plain] }, { kind: 'tag', add: [' '], remove: [] }),
    await station.bulk.run(project, { images: [plain] }, { kind: 'tag', add: [], remove: [] }),
    await station.bulk.run(project, { images: [plain] }, { kind: 'batch', name: '' }),
    await undo(BulkActId.parse('notThereAtAll')),
  ]

  expect(refused.map((each) => (each.ok ? '' : reasonOf(each.error)))).toEqual([
    'tagging-invalid',
    'tagging-invalid',
    'batch-name-invalid',
    'bulk-act-not-found',
  ])
})

test('a batch is made and renamed with names of the same length, and refused in the same words', async () => {
  const [longest, tooLong] = ['b'.repeat(120), 'b'.repeat(121)]
  const message = 'Batch names can have at most 120 characters'
  const made = await run({ kind: 'batch', name: longest })

  expect(await station.services.images.ids(project, { search: `batch:${longest}` }, 'added')).toHaveLength(2)
  const refused = await station.bulk.run(project, { images: [plain] }, { kind: 'batch', name: tooLong })
  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'batch-name-invalid', message } })
  await undo(made.id)
})

test('an undone act is told as such, and is not undone twice', async () => {
  const done = await run({ kind: 'split', split: 'test' })
  await undo(done.id)

  expect((await station.bulk.log(project))[0]).toMatchObject({ id: done.id, images: 2, isUndone: true })
  expect(inWords(await undo(done.id))).toMatchObject({ ok: false, error: { reason: 'bulk-act-undone' } })
})

test('an act that a crash cut short is finished at the next start, and then undone as a whole', async () => {
  addRows(station, plain, 9000)
  const ids = await station.services.images.ids(project, {}, 'added')
  const done = await run({ kind: 'split', split: 'test' }, ids)
  // As it was when the program was killed after its first portion.
  runSql(station, `UPDATE bulk_act SET state = 'doing', done_to = 4000 WHERE id = ?`, done.id)
  runSql(station, `UPDATE image SET split = 'train' WHERE seq > 4000`)

  await station.bulk.recover()

  expect(await station.services.images.ids(project, { splits: ['test'] }, 'added')).toHaveLength(9002)
  expect(await undoBigAct(done.id)).toMatchObject({ status: 'completed', result: { images: 9002, restored: 9002 } })
  expect(await station.services.images.ids(project, { splits: ['test'] }, 'added')).toEqual([])
})

test('the undo of an act on thousands of images lets others be served; cancelled, it leaves what was given back, and the rest is undone later', async () => {
  const ids = await station.services.images.ids(project, {}, 'added')
  const inTest = async () => (await station.services.images.ids(project, { splits: ['test'] }, 'added')).length
  const { id } = await run({ kind: 'split', split: 'test' }, ids)
  const begun = await undo(id)
  if (!begun.ok || !('taskId' in begun.value)) throw new Error('The act was not undone by a task')
  const { taskId } = begun.value
  expect(inWords(await undo(id))).toMatchObject({
    ok: false,
    error: { message: 'This change is already being undone' },
  })

  while (givenBack() === 0) await setImmediate()
  await station.tasks.cancel(station.workspace, taskId)
  const stopped = await station.taskEnd(taskId)

  const left = await inTest()
  expect(left).toBeGreaterThan(0)
  expect(stopped).toMatchObject({
    title: { code: 'title-undo-split', english: 'Undo split change of 9,002 images' },
    status: 'failed',
    progress: { current: ids.length - left, total: ids.length },
  })
  expect((await station.bulk.log(project))[0]).toMatchObject({ id, images: left, isUndone: false })

  // A task, or at once where few are left.
  const rest = await undo(id)
  if (rest.ok && 'taskId' in rest.value) await station.taskEnd(rest.value.taskId)
  expect(rest.ok).toBe(true)
  expect(await inTest()).toBe(0)
})
