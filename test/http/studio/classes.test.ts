import { afterAll, beforeAll, expect, test } from 'vitest'
import { Attribute } from '#common/annotation/attribute'
import type { Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import { type ClassId, ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import { newVersion, upload } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

let projects = 0

/** A project with the classes mug and cup, and an image. */
async function openProject(type: ProjectType = 'object-detection') {
  projects += 1
  const { services, workspace, classes } = station
  const project = valueOf(await services.projects.create(workspace, { name: `Classes ${projects}`, type }))
  const mug = valueOf(await services.projects.createClass(project, 'mug')).id
  const cup = valueOf(await services.projects.createClass(project, 'cup')).id
  const image = ImageId.parse(await upload(station, project.slug, { split: 'train' }))
  const { annotations } = services
  const opened = async () => valueOf(await annotations.open(project, image))
  const at = async () => ({ image, revision: (await opened()).revision })
  return {
    project,
    mug,
    cup,
    image,
    at,
    shapes: async () => (await opened()).shapes.map(({ id, classId }) => `${id.replace(/0+$/, '')} ${nameOf(classId)}`),
    names: async () =>
      (await services.projects.classes(project)).map(({ name, shapes, images }) => `${name} ${shapes}/${images}`),
    commit: async (edit: Edit) => valueOf(await annotations.commit(project, await at(), edit)),
    undo: async () => valueOf(await annotations.undo(project, await at())),
    redo: async () => valueOf(await annotations.redo(project, await at())),
    history: async () => valueOf(await annotations.history(project, image, { offset: 0, limit: 50 })).rows,
    past: async (operation: number) => valueOf(await annotations.past(project, image, operation)),
    merge: async () => valueOf(await classes.merge(project, { from: mug, into: cup }, 'Ada')),
  }

  function nameOf(id: ClassId): string {
    return id === mug ? 'mug' : id === cup ? 'cup' : 'unknown'
  }
}

function valueOf<Value>(answer: Result<Value, Refusal>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

function box(classId: ClassId, id: string, x0 = 1): Shape {
  const place = { x0, y0: 1, x1: x0 + 9, y1: 10 }
  return Shape.parse({ id: id.padEnd(8, '0'), classId, z: 0, origin: 'hand', kind: 'box', box: place })
}

const draw = (after: Shape): Edit => ({
  label: editName('edit-draw', { kind: kindName('box') }),
  changes: [{ before: null, after }],
})

test('a merge gives every label the other class, and its undo parts them again', async () => {
  const { project, mug, cup, commit, shapes, names, merge } = await openProject()
  await commit(draw(box(mug, 'first')))
  await commit(draw(box(cup, 'second')))
  await newVersion(station, project.slug)

  const preview = await station.classes.previewMerge(project, { from: mug, into: cup })
  expect(preview).toEqual({
    ok: true,
    value: { labels: 1, images: 1, versions: 1, givesPoints: false, refusal: null },
  })
  const { id } = await merge()
  expect([await shapes(), await names()]).toEqual([['first cup', 'second cup'], ['cup 2/1']])

  expect(await station.bulk.undo(project, id)).toEqual({ ok: true, value: { images: 1, restored: 1 } })
  expect([await shapes(), await names()]).toEqual([
    ['first mug', 'second cup'],
    ['mug 1/1', 'cup 1/1'],
  ])
  expect(await station.bulk.log(project)).toMatchObject([{ id, isUndone: true, act: { kind: 'merge' } }])
})

test('a merge costs approvals, and its undo brings back those of images that nobody touched meanwhile', async () => {
  const { project, mug, image, commit, at, merge } = await openProject()
  const { annotations } = station.services
  const review = async () => valueOf(await annotations.open(project, image)).review
  const approve = async () => {
    const said = { verdict: 'approved', reason: '' } as const
    valueOf(
      await annotations.setState(project, { ...(await at()), by: 'Bo' }, { done: true, isNull: false, verdict: said }),
    )
    return review()
  }
  await commit(draw(box(mug, 'first')))
  const approved = await approve()
  expect(approved).toMatchObject({ state: 'approved', by: 'Bo' })

  const first = await merge()
  expect(await review()).toMatchObject({ state: 'waiting' })
  expect(valueOf(await station.bulk.undo(project, first.id))).toEqual({ images: 1, restored: 1 })
  expect(await review()).toEqual(approved)

  const second = await merge()
  await commit(draw(box(mug, 'later', 40)))
  await station.bulk.undo(project, second.id)
  expect(await review()).toMatchObject({ state: 'waiting' })
})

test('gestures from before a merge are undone and repeated after it, and the log leads through every state', async () => {
  const { mug, commit, shapes, merge, undo, redo, history, past } = await openProject()
  const first = box(mug, 'first')
  await commit(draw(first))
  await commit(draw(box(mug, 'second', 20)))
  await commit({ label: editName('edit-delete', { kind: kindName('box') }), changes: [{ before: first, after: null }] })
  await merge()

  await undo()
  expect(await shapes()).toEqual(['first cup', 'second cup'])
  await undo()
  expect(await shapes()).toEqual(['first cup'])
  await redo()

  const log = await history()
  expect(log.map(({ kind, name, by, shapes: touched }) => `${kind} ${sentenceOf(name)} ${by.name} ${touched}`)).toEqual(
    [
      'redo Draw box  1',
      'undo Draw box  1',
      'undo Delete box  1',
      'reclass Merge class "mug" into "cup" Ada 1',
      'edit Delete box  1',
      'edit Draw box  1',
      'edit Draw box  1',
    ],
  )
  const states = await Promise.all(log.map(async ({ id }) => (await past(id)).map(({ classId }) => classId === mug)))
  expect(states).toEqual([[false, false], [false], [false, false], [false], [true], [true, true], [true]])
})

test('a label that was moved between merge and undo keeps its place, and the move can still be undone', async () => {
  const { project, mug, cup, commit, shapes, merge, undo } = await openProject()
  await commit(draw(box(mug, 'first')))
  const { id } = await merge()
  const merged = box(cup, 'first')
  await commit({
    label: editName('edit-move', { kind: kindName('box') }),
    changes: [{ before: merged, after: box(cup, 'first', 5) }],
  })

  await station.bulk.undo(project, id)
  await undo()
  expect(await shapes()).toEqual(['first mug'])
  await undo()
  expect(await shapes()).toEqual([])
})

test('a label of a class that was merged meanwhile gets the class that it became', async () => {
  const { mug, cup, commit, merge, shapes } = await openProject()
  await merge()

  const written = await commit(draw(box(mug, 'late')))

  expect(written.changes).toEqual([{ before: box(mug, 'late'), after: box(cup, 'late') }])
  expect(await shapes()).toEqual(['late cup'])
})

test('an image that has both classes as a whole has one of them after the merge, and both after its undo', async () => {
  const { project, mug, cup, commit, shapes, merge, history, past } = await openProject('multi-label-classification')
  const whole = (classId: ClassId, id: string) =>
    Shape.parse({ id: id.padEnd(8, '0'), classId, z: 0, origin: 'hand', kind: 'whole' })
  await commit({ label: literal('Set'), changes: [{ before: null, after: whole(mug, 'first') }] })
  await commit({ label: literal('Set'), changes: [{ before: null, after: whole(cup, 'second') }] })

  const { id } = await merge()
  expect(await shapes()).toEqual(['second cup'])
  await station.bulk.undo(project, id)

  expect(await shapes()).toEqual(['first mug', 'second cup'])
  const [, , before] = await history()
  expect((await past(before?.id ?? 0)).map(({ classId }) => classId)).toEqual([mug, cup])
})

test('a merge that a crash cut short is finished at the next start', async () => {
  const { project, mug, cup, commit, shapes, names, merge } = await openProject()
  await commit(draw(box(mug, 'first')))
  const { id } = await merge()
  await station.bulk.undo(project, id)
  runSql(station, `UPDATE bulk_act SET state = 'doing', done_to = 0 WHERE id = ?`, id)

  await station.bulk.recover()

  expect([await shapes(), await names()]).toEqual([['first cup'], ['cup 1/1']])
  expect(await station.classes.merge(project, { from: cup, into: cup }, '')).toMatchObject({ ok: false })
})

test('a merge is not undone while another class has the name', async () => {
  const { project, merge } = await openProject()
  const { id } = await merge()
  await station.services.projects.createClass(project, 'mug')

  expect(inWords(await station.bulk.undo(project, id))).toMatchObject({
    ok: false,
    error: { reason: 'class-name-taken' },
  })
})

test('a merge whose undo was stopped is not undone further once the class that came back was deleted', async () => {
  const { project, mug, merge } = await openProject()
  const { id } = await merge()
  await station.bulk.undo(project, id)
  runSql(station, `UPDATE bulk_act SET state = 'done' WHERE id = ?`, id)
  valueOf(await station.services.projects.removeClass(project, mug))

  expect(inWords(await station.bulk.undo(project, id))).toMatchObject({
    ok: false,
    error: { reason: 'class-not-found' },
  })
})

test('classes get another order, colour and key, and a key leads to one of them', async () => {
  const { project, mug, cup } = await openProject()
  const { classes } = station

  await classes.reorder(project, [cup])
  await classes.update(project, mug, { color: 7, chord: 'Alt+M' })
  const changed = valueOf(await classes.update(project, cup, { chord: 'Alt+M' }))

  expect(changed.map(({ name, color, position, chord }) => [name, color, position, chord])).toEqual([
    ['cup', 2, 0, 'Alt+M'],
    ['mug', 7, 1, undefined],
  ])
})

test('what a class asks of its labels goes with them into the class that it is merged into', async () => {
  const { project, mug, cup, merge } = await openProject()
  const attribute = (id: string, name: string) =>
    Attribute.parse({ id: id.padEnd(8, '0'), name, isRequired: false, kind: 'yes-no' })
  const [full, broken] = [attribute('full', 'full'), attribute('broken', 'broken')]
  await station.classes.update(project, mug, { attributes: [full, broken] })
  await station.classes.update(project, cup, { attributes: [attribute('other', 'Full')] })

  const { id } = await merge()
  const merged = await station.services.projects.classes(project)
  await station.bulk.undo(project, id)

  expect(merged.map(({ attributes }) => attributes)).toEqual([[attribute('other', 'Full'), broken]])
  expect((await station.services.projects.classes(project))[0]?.attributes).toEqual([full, broken])
})

test('a removed class does not come back by the undo of a gesture', async () => {
  const { project, mug, commit, at } = await openProject()
  const first = box(mug, 'first')
  await commit(draw(first))
  await commit({ label: editName('edit-delete', { kind: kindName('box') }), changes: [{ before: first, after: null }] })
  await station.services.projects.removeClass(project, mug)

  const undone = await station.services.annotations.undo(project, await at())

  expect(inWords(undone)).toMatchObject({ ok: false, error: { reason: 'class-not-found' } })
})
