import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LabelClass, ProjectType } from '#common/contract/projects'
import type { Sorted } from '#common/contract/review/sorting'
import type { Refusal } from '#common/errors'
import { ImageId } from '#common/ids'
import { sentenceOf } from '#common/messages/sentence'
import type { Project } from '#core/dataset/projects/ports'
import { upload } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation
let project: Project
let images: ImageId[]
let boat: LabelClass
let quay: LabelClass

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

async function openProject(type: ProjectType) {
  const { projects } = station.services
  project = valueOf(await projects.create(station.workspace, { name: `Sort ${type}`, type }))
  boat = valueOf(await projects.createClass(project, 'boat'))
  quay = valueOf(await projects.createClass(project, 'quay'))
  images = []
  for (const name of ['a.png', 'b.png', 'c.png'])
    images.push(ImageId.parse(await upload(station, project.slug, { name })))
}

const act = (label: LabelClass, way: 'give' | 'take' = 'give', done = false) => ({
  images,
  classId: label.id,
  way,
  done,
  by: 'Ada',
})

const targets = ({ changed }: Sorted) => changed.map(({ image, revision }) => ({ image, revision }))

/** State and classes of each image. */
async function labels() {
  const all = await Promise.all(images.map((image) => station.services.annotations.open(project, image)))
  return all.map((opened) => {
    const { state, shapes } = valueOf(opened)
    return [state, ...shapes.map(({ classId }) => (classId === boat.id ? 'boat' : 'quay'))].join(' ')
  })
}

test('a block of images gets one class in the place of another, and is taken back and repeated as one', async () => {
  await openProject('single-label-classification')
  const { sorting } = station
  await sorting.label(project, act(quay))

  const given = valueOf(await sorting.label(project, act(boat, 'give', true)))
  const after = await labels()
  const undone = valueOf(await sorting.move(project, 'undo', { images: targets(given), by: 'Ada' }))
  const before = await labels()
  valueOf(await sorting.move(project, 'redo', { images: targets(undone), by: 'Ada' }))

  expect(given.changed.map(({ image, isDone }) => [image, isDone])).toEqual(images.map((image) => [image, true]))
  expect(after).toEqual(['done boat', 'done boat', 'done boat'])
  expect(before).toEqual(['done quay', 'done quay', 'done quay'])
  expect(await labels()).toEqual(after)
})

test('several classes stand beside each other, and what somebody changed since stays as it is', async () => {
  await openProject('multi-label-classification')
  const { sorting, services } = station
  await sorting.label(project, act(quay))
  const both = valueOf(await sorting.label(project, act(boat)))
  const again = valueOf(await sorting.label(project, act(boat)))
  const [first] = targets(both)
  if (first) await services.annotations.setState(project, first, { done: true, isNull: false })

  const undone = valueOf(await sorting.move(project, 'undo', { images: targets(both), by: '' }))

  expect(again).toEqual({ changed: [], skipped: 0 })
  expect(undone).toMatchObject({ skipped: 1 })
  expect(await labels()).toEqual(['done quay boat', 'started quay', 'started quay'])
})

test('a project without classes for whole images and a class that is not there are refused', async () => {
  await openProject('object-detection')
  const { sorting } = station
  const drawn = await sorting.label(project, act(boat))
  await openProject('multi-label-classification').catch(() => undefined)

  expect(inWords(drawn)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('no classes for whole') },
  })
})
