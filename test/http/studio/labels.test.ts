import { afterAll, beforeAll, expect, test } from 'vitest'
import { Edit } from '#common/annotation/edit'
import { Shape } from '#common/annotation/shape'
import { Skeleton } from '#common/annotation/skeleton'
import { invertStroke, strokeBetween } from '#common/annotation/stroke'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import { maskOfRings } from '#common/geometry/mask-forms'
import { type ClassId, ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { upload } from '../../kit/dataset.ts'
import { inWords } from '../../kit/in-words.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

let projects = 0

/** A project of the type with two classes and an image of 64 × 48 pixels. */
async function newImage(type: ProjectType) {
  projects += 1
  const { services, workspace } = station
  const project = valueOf(await services.projects.create(workspace, { name: `Labels ${projects}`, type }))
  const [first, second] = [
    valueOf(await services.projects.createClass(project, 'first')),
    valueOf(await services.projects.createClass(project, 'second')),
  ]
  const image = ImageId.parse(await upload(station, project.slug))
  return { project, image, first: first.id, second: second.id }
}

const BOX = { x0: 1, y0: 1, x1: 9, y1: 9 }

function shape(classId: ClassId, form: object, id = 'shape00001'): Shape {
  return Shape.parse({ id, classId, z: 0, origin: 'hand', ...form })
}

type Image = Awaited<ReturnType<typeof newImage>>

function draw({ project, image }: Image, after: Shape, revision = 0) {
  const edit = { label: literal('Draw'), changes: [{ before: null, after }] }
  return station.services.annotations.commit(project, { image, revision }, edit)
}

async function stored({ project, image }: Image) {
  return valueOf(await station.services.annotations.open(project, image))
}

type Answer<Value> = { ok: true; value: Value } | { ok: false; error: Refusal }

function valueOf<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

const refused = (message: string) => ({ ok: false, error: { message } })

test.each<[ProjectType, object, string]>([
  ['object-detection', { kind: 'whole' }, 'This project accepts boxes, polygons, masks, lines and points'],
  ['single-label-classification', { kind: 'box', box: BOX }, 'This project accepts a class for the whole image'],
  ['text-image-pairs', { kind: 'whole' }, 'This project accepts texts about the image'],
  ['keypoint-detection', { kind: 'text', prompt: '', answer: 'a' }, 'This project accepts boxes and keypoints'],
])('a label that a project of %s does not take is refused, and nothing is written', async (type, form, sentence) => {
  const added = await newImage(type)

  const drawn = await draw(added, shape(added.first, form))

  expect(inWords(drawn)).toMatchObject(refused(sentence))
  expect(await stored(added)).toMatchObject({ revision: 0, shapes: [] })
})

test('an image of one class takes another only in place of the first', async () => {
  const added = await newImage('single-label-classification')
  const { project, image } = added
  const [first, second] = [shape(added.first, { kind: 'whole' }), shape(added.second, { kind: 'whole' }, 'shape00002')]
  const { revision } = valueOf(await draw(added, first))

  expect(inWords(await draw(added, second, revision))).toMatchObject(refused('An image of this project has one class'))
  const changes = [
    { before: first, after: null },
    { before: null, after: second },
  ]
  const edit = { label: literal('Change class'), changes }
  valueOf(await station.services.annotations.commit(project, { image, revision }, edit))

  expect(await stored(added)).toMatchObject({ shapes: [second], state: 'started' })
})

test('a stroke on a mask is stored by its tiles, undone and done again', async () => {
  const added = await newImage('semantic-segmentation')
  const { project, image } = added
  const frame = { width: 64, height: 48 }
  const painted = (right: number) => maskOfRings([[1, 1, right, 1, right, 9, 1, 9]], frame)
  const mask = shape(added.first, { kind: 'mask', tiles: painted(9) })
  const stroke = strokeBetween(mask.id, painted(9), painted(20))
  const edit = { label: literal('Paint'), changes: [], strokes: stroke ? [stroke] : [] }
  const { annotations } = station.services
  const { revision } = valueOf(await draw(added, mask))

  const written = valueOf(await annotations.commit(project, { image, revision }, edit))
  expect(await stored(added)).toMatchObject({
    shapes: [{ tiles: painted(20) }],
    undo: [literal('Draw'), literal('Paint')],
  })
  const undone = valueOf(await annotations.undo(project, { image, revision: written.revision }))
  expect(await stored(added)).toMatchObject({ shapes: [mask], redo: [literal('Paint')] })
  const redone = valueOf(await annotations.redo(project, { image, revision: undone.revision }))

  expect([undone.strokes, redone.strokes]).toEqual([[stroke && invertStroke(stroke)], [stroke]])
  expect(await stored(added)).toMatchObject({ shapes: [{ tiles: painted(20) }] })
  expect(inWords(await annotations.commit(project, { image, revision: redone.revision }, edit))).toMatchObject({
    error: { reason: 'edit-conflict' },
  })
})

test.each([
  [
    { kind: 'rotated-box', box: { center: { x: 65, y: 3 }, width: 9, height: 9, angle: 3 } },
    'The center of a rotated box lies outside the image; only its corners may',
  ],
  [
    { kind: 'polyline', points: [1, 1, 65, 3] },
    'A shape extends beyond the image: it reaches 1…65 × 1…3, the image is 64 × 48',
  ],
  [{ kind: 'polyline', points: [1, 1, 1, 1] }, 'A line has no length'],
  [{ kind: 'point', at: { x: -1, y: 3 } }, 'A point lies outside the image'],
  [
    { kind: 'mask', tiles: maskOfRings([[1, 1, 66, 1, 66, 9, 1, 9]], { width: 99, height: 99 }) },
    'A shape extends beyond the image: it reaches 1…66 × 1…9, the image is 64 × 48',
  ],
])('a shape that does not lie in the image is refused: %j', async (form, sentence) => {
  const added = await newImage('object-detection')

  expect(inWords(await draw(added, shape(added.first, form)))).toMatchObject(refused(sentence))
})

test('a keypoint outside the image is refused', async () => {
  const added = await newImage('keypoint-detection')
  const points = [{ x: 65, y: 3, visibility: 2 }]

  const drawn = await draw(added, shape(added.first, { kind: 'keypoints', box: BOX, points }))

  expect(inWords(drawn)).toMatchObject(refused('A keypoint lies outside the image'))
})

test('the points of a class can be renamed while objects have them, but not counted anew', async () => {
  const added = await newImage('keypoint-detection')
  const { project, first: classId } = added
  const points = [
    { x: 2, y: 3, visibility: 2 },
    { x: 0, y: 0, visibility: 0 },
  ]
  const { projects: service } = station.services
  valueOf(await service.setSkeleton(project, classId, named('a', 'b')))
  valueOf(await draw(added, shape(classId, { kind: 'keypoints', box: BOX, points })))

  const longer = await service.setSkeleton(project, classId, named('a', 'b', 'c'))
  valueOf(await service.setSkeleton(project, classId, named('beak', 'tail')))

  expect(inWords(longer)).toMatchObject(
    refused('Objects of "first" have a different number of points. Delete them or keep the number'),
  )
  const skeletons = (await service.classes(project)).map(({ skeleton }) => skeleton)
  expect(skeletons).toEqual([named('beak', 'tail'), null])
})

test.each([
  ['a line to no point', { points: ['a'], edges: [[0, 1]] }],
  ['a line from a point to itself', { points: ['a', 'b'], edges: [[1, 1]] }],
  ['two points of one name', { points: ['a', 'a'], edges: [] }],
  ['no point', { points: [], edges: [] }],
])('a skeleton with %s is none', (_what, skeleton) => {
  expect(Skeleton.safeParse(skeleton).success).toBe(false)
})

function named(...points: string[]): Skeleton {
  return { points, edges: [[0, 1]] }
}

test('what is said of a label beside its place is kept, and a write must know it', async () => {
  const added = await newImage('object-detection')
  const { project, image } = added
  const { annotations } = station.services
  const plain = shape(added.first, { kind: 'box', box: BOX })
  const marks = { isLocked: true, isCarried: true, group: 'group00001', attributes: { attr00001: 'red', attr00002: 3 } }
  const marked = shape(added.first, { kind: 'box', box: BOX, ...marks })
  const { revision } = valueOf(await draw(added, plain))
  const commit = (changes: object[], at: number) =>
    annotations.commit(project, { image, revision: at }, Edit.parse({ label: literal('Mark'), changes }))

  const written = valueOf(await commit([{ before: plain, after: marked }], revision))

  expect(await stored(added)).toMatchObject({ shapes: [marked], undo: [literal('Draw'), literal('Mark')] })
  expect(await commit([{ before: plain, after: null }], written.revision)).toMatchObject({ ok: false })
  await annotations.undo(project, { image, revision: written.revision })
  expect((await stored(added)).shapes).toEqual([plain])
})
