import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Attribute } from '#common/annotation/attribute'
import { Shape } from '#common/annotation/shape'
import { TransferResult, type TransferWay } from '#common/contract/browse/transfers'
import type { ProjectType } from '#common/contract/projects'
import type { Refusal } from '#common/errors'
import { BulkActId, type ClassId, ImageId } from '#common/ids'
import { literal } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Result } from '#common/result'
import type { Project } from '#core/dataset/projects/ports'
import { imageForm, upload } from '../../kit/dataset.ts'
import { someImage } from '../../kit/images.ts'
import { inWords } from '../../kit/in-words.ts'
import { addMetadata, addRows, addTag, runSql } from '../../kit/rows.ts'
import { type TestStation, testStation } from '../../kit/station.ts'

let station: TestStation

beforeAll(async () => {
  station = await testStation()
})

afterAll(async () => station.close())

let projects = 0

async function newProject(type: ProjectType = 'object-detection'): Promise<Project> {
  projects += 1
  return valueOf(await station.services.projects.create(station.workspace, { name: `Shelf ${projects}`, type }))
}

function valueOf<Value>(answer: Result<Value, Refusal>): Value {
  if (answer.ok) return answer.value
  throw new Error(sentenceOf(answer.error))
}

/** Gives a class the color, the key and the one attribute, with the letters of its identifiers. */
async function newClass(project: Project, name: string, { color, letter }: { color: number; letter: string }) {
  const { id } = valueOf(await station.services.projects.createClass(project, name))
  const choices = ['red', 'blue'].map((each) => ({ id: `${letter}${each}`.padEnd(20, '0'), name: each }))
  const attributes = [
    Attribute.parse({
      id: `${letter}colour`.padEnd(20, '0'),
      name: 'colour',
      isRequired: false,
      kind: 'choice',
      choices,
    }),
  ]
  valueOf(await station.classes.update(project, id, { color, attributes }))
  return { id, red: { [`${letter}colour`.padEnd(20, '0')]: `${letter}red`.padEnd(20, '0') } }
}

async function label(project: Project, image: ImageId, shapes: readonly object[]): Promise<void> {
  const changes = shapes.map((shape, z) => ({
    before: null,
    after: Shape.parse({ id: `label00${z}`, z, origin: 'hand', ...shape }),
  }))
  const { annotations } = station.services
  const { revision } = valueOf(await annotations.open(project, image))
  valueOf(await annotations.commit(project, { image, revision }, { label: literal('Draw'), changes }))
}

const box = (classId: ClassId, x0 = 1) => ({ classId, kind: 'box', box: { x0, y0: 1, x1: x0 + 9, y1: 10 } })

async function transfer(from: Project, into: Project, way: TransferWay, images: readonly ImageId[]) {
  const picked = { images: [...images] }
  const task = valueOf(await station.transfers.start(station.workspace, { from, into }, { picked, way }))
  const { status, result } = await station.taskEnd(task)
  expect(status).toBe('completed')
  return TransferResult.parse(result)
}

async function forecast(from: Project, into: Project, images: readonly ImageId[]) {
  return valueOf(await station.transfers.forecast({ from, into }, { images: [...images] }))
}

/** Every image of a project outside the trash in words, with all that hangs on it. */
function contentsOf({ id }: Project): readonly unknown[] {
  const db = new Database(station.database, { readonly: true })
  try {
    return db
      .prepare(
        `SELECT i.name || ' ' || i.split || ' ' || i.state || ' ' || b.name || ' ' || i.review || coalesce(' because ' || r.reason, '')
                || (SELECT coalesce(group_concat(' #' || tag, ''), '') FROM image_tag WHERE image_seq = i.seq)
                || (SELECT coalesce(group_concat(' ' || key || '=' || value, ''), '') FROM image_metadata WHERE image_seq = i.seq)
                || (SELECT coalesce(group_concat(' ' || c.name || ':' || s.kind || ' ' || s.marks, ''), '')
                      FROM shape s JOIN label_class c ON c.id = s.class_id AND c.project_id = i.project_id WHERE s.image_seq = i.seq)
                || (SELECT coalesce(group_concat(' "' || body || '"', ''), '') FROM comment WHERE image_seq = i.seq)
           FROM image i JOIN batch b ON b.id = i.batch_id AND b.project_id = i.project_id
           LEFT JOIN image_review r ON r.image_seq = i.seq
          WHERE i.project_id = ? AND i.trashed_at IS NULL ORDER BY i.name`,
      )
      .pluck()
      .all(id)
  } finally {
    db.close()
  }
}

async function names(project: Project): Promise<string[]> {
  const { rows } = await station.services.images.rows(project, { filter: {}, sort: 'name', offset: 0, limit: 10 })
  return rows.map(({ name }) => name)
}

/** A project with an image that says all that one can say of it, and a second image. */
async function fullProject() {
  const from = await newProject()
  const mug = await newClass(from, 'mug', { color: 5, letter: 'a' })
  const cup = await newClass(from, 'cup', { color: 2, letter: 'b' })
  const image = ImageId.parse(await upload(station, from.slug, { name: 'one.png', split: 'test', batch: 'Monday' }))
  await label(from, image, [
    { ...box(mug.id), attributes: mug.red, group: 'pair0000', isLocked: true },
    { ...box(cup.id, 30), attributes: cup.red, group: 'pair0000' },
  ])
  addTag(station, image, 'night')
  addMetadata(station, image, 'lane', 4)
  for (const said of [
    `UPDATE image SET state = 'done', review = 'rejected' WHERE id = ?`,
    `INSERT INTO image_review SELECT seq, 'blurred', 'Ada', 1 FROM image WHERE id = ?`,
    `INSERT INTO comment (id, image_seq, x, y, body, by_name, made_at, edited_at)
       SELECT lower(hex(randomblob(10))), seq, 1, 2, 'See', 'Ada', 1, 2 FROM image WHERE id = ?`,
  ])
    runSql(station, said, image)
  await upload(station, from.slug, { name: 'two.png' })
  return { from, image, cup }
}

const NO_LOSSES = { boxed: 0, wholes: 0, leftOut: 0, unsaid: 0 }

test('moved images bring all along, their labels by the classes of the project, and the undo puts them back', async () => {
  const [{ from, image, cup }, into] = [await fullProject(), await newProject()]
  const mug = await newClass(into, 'mug', { color: 2, letter: 'c' })
  const before = contentsOf(from)
  const expected = await forecast(from, into, [image])
  expect(expected).toEqual({ images: 1, there: 0, classes: ['cup'], losses: NO_LOSSES })

  const moved = await transfer(from, into, 'move', [image])

  const target = { slug: into.slug, name: into.name }
  const { act } = moved
  expect(moved).toEqual({ project: from.slug, target, way: 'move', act, images: 1, there: 0, losses: NO_LOSSES })
  const [first, second] = [mug, cup].map(({ red }) => `"group":"pair0000","attributes":${JSON.stringify(red)}}`)
  expect(contentsOf(into)).toEqual([
    `one.png test done Monday rejected because blurred #night lane=4 mug:box {"isLocked":true,${first} cup:box {${second} "See"`,
  ])
  expect(contentsOf(from)).toEqual([before[1]])
  const classes = await station.services.projects.classes(into)
  // The color of the new class is taken there.
  expect(classes.map(({ name, color, images }) => [name, color, images])).toEqual([
    ['mug', 2, 1],
    ['cup', 3, 1],
  ])

  expect(valueOf(await station.bulk.undo(from, BulkActId.parse(act)))).toEqual({ images: 1, restored: 1 })
  expect([contentsOf(from), contentsOf(into)]).toEqual([before, []])
  const { images } = await station.services.trash.contents(station.workspace)
  expect(images.map(({ project, images }) => [project.slug, images])).toEqual([[into.slug, 1]])
})

test('the history of a moved image goes along and is undone there, that of a copy begins anew', async () => {
  const [{ from, image }, into, other] = [await fullProject(), await newProject(), await newProject()]
  const { annotations, images } = station.services
  await newClass(into, 'mug', { color: 1, letter: 'f' })
  runSql(station, `UPDATE image SET review = 'approved' WHERE id = ?`, image)
  await transfer(from, other, 'copy', [image])
  await transfer(from, into, 'move', [image])
  const only = async (project: Project) => ImageId.parse((await images.ids(project, {}, 'added'))[0])
  const [copied, moved] = [await only(other), await only(into)]

  const page = { offset: 0, limit: 10 }
  expect(valueOf(await annotations.history(other, copied, page)).total).toBe(0)
  expect(valueOf(await annotations.history(into, moved, page)).rows).toMatchObject([
    { name: literal('Draw'), standing: 'applied' },
  ])
  const { shapes, revision, review } = valueOf(await annotations.open(into, moved))
  expect(review.state).toBe('approved')
  valueOf(await annotations.undo(into, { image: moved, revision }))
  const undone = valueOf(await annotations.open(into, moved))
  expect(undone.shapes).toEqual([])
  valueOf(await annotations.redo(into, { image: moved, revision: undone.revision }))
  expect(valueOf(await annotations.open(into, moved)).shapes).toEqual(shapes)
})

test('what was changed in a copy waits in the trash of its project once the move is undone', async () => {
  const [{ from, image }, into] = [await fullProject(), await newProject()]
  const before = contentsOf(from)
  const { act } = await transfer(from, into, 'move', [image])
  const copy = ImageId.parse((await station.services.images.ids(into, {}, 'added'))[0])
  addTag(station, copy, 'looked at')
  const changed = contentsOf(into)

  valueOf(await station.bulk.undo(from, BulkActId.parse(act)))

  expect([contentsOf(from), contentsOf(into)]).toEqual([before, []])
  expect(await station.services.images.restore(into, [copy])).toBe(1)
  expect(contentsOf(into)).toEqual(changed)
})

test('images that the project has already stay where they are, and copies leave the originals', async () => {
  const [from, into] = [await newProject(), await newProject()]
  const bytes = await someImage()
  for (const { slug } of [from, into]) {
    const form = imageForm(bytes, { name: 'same.png' })
    await station.management.post(`/dataset/${slug}/upload`, { form })
  }
  await upload(station, from.slug, { name: 'fresh.png' })
  const all = await station.services.images.ids(from, {}, 'added')
  expect(await forecast(from, into, all)).toMatchObject({ images: 2, there: 1 })

  const moved = await transfer(from, into, 'move', all)

  expect(moved).toMatchObject({ images: 1, there: 1 })
  expect([await names(from), await names(into)]).toEqual([['same.png'], ['fresh.png', 'same.png']])
  expect(await transfer(from, into, 'copy', all)).toMatchObject({ act: null, images: 0, there: 1 })

  const back = await newProject()
  const copied = await transfer(into, back, 'copy', await station.services.images.ids(into, {}, 'added'))
  expect([await names(into), await names(back)]).toEqual([
    ['fresh.png', 'same.png'],
    ['fresh.png', 'same.png'],
  ])
  valueOf(await station.bulk.undo(into, BulkActId.parse(copied.act)))
  expect([await names(into), await names(back)]).toEqual([['fresh.png', 'same.png'], []])
})

test('what a project of another kind cannot hold is told before and after, and asks for another look', async () => {
  const [from, into] = [await newProject(), await newProject('single-label-classification')]
  const [mug, cup] = [
    await newClass(from, 'mug', { color: 1, letter: 'd' }),
    await newClass(from, 'cup', { color: 2, letter: 'e' }),
  ]
  const one = ImageId.parse(await upload(station, from.slug, { name: 'one.png', batch: 'Monday', split: 'train' }))
  const two = ImageId.parse(await upload(station, from.slug, { name: 'two.png', batch: 'Monday', split: 'train' }))
  await label(from, one, [{ ...box(mug.id), attributes: mug.red }, box(mug.id, 30)])
  await label(from, two, [box(mug.id), box(cup.id, 30)])
  runSql(station, `UPDATE image SET state = 'done', review = 'approved' WHERE project_id = ?`, from.id)
  const losses = { ...NO_LOSSES, wholes: 2, leftOut: 2 }
  expect(await forecast(from, into, [one, two])).toEqual({ images: 2, there: 0, classes: ['mug'], losses })

  expect(await transfer(from, into, 'copy', [one, two])).toMatchObject({ images: 2, losses })

  expect(contentsOf(into)).toEqual([
    `one.png train done Monday approved mug:whole ${JSON.stringify({ attributes: mug.red })}`,
    'two.png train todo Monday ',
  ])
})

test('a move that is stopped on its way leaves each image here or there, and what went over is undone as one', async () => {
  const [from, into] = [await newProject(), await newProject()]
  addRows(station, await upload(station, from.slug), 4000)
  const all = await station.services.images.ids(from, {}, 'added')
  const start = { picked: { filter: {} }, way: 'move' } as const
  const task = valueOf(await station.transfers.start(station.workspace, { from, into }, start))
  const imagesOf = async (project: Project) => (await station.services.projects.summary(project)).images
  while ((await imagesOf(into)) === 0) await setImmediate()

  valueOf(await station.tasks.cancel(station.workspace, task))
  expect(await station.taskEnd(task)).toMatchObject({ status: 'failed', error: { code: 'task-cancelled' } })

  const [here, there] = [await imagesOf(from), await imagesOf(into)]
  expect([here > 0, here + there]).toEqual([true, all.length])
  const [stopped] = await station.bulk.log(from)
  expect(stopped).toMatchObject({ id: task, images: there, act: { kind: 'transfer', way: 'move' } })
  expect(valueOf(await station.bulk.undo(from, BulkActId.parse(task)))).toEqual({ images: there, restored: there })
  expect([await imagesOf(from), await imagesOf(into)]).toEqual([all.length, 0])
})

test('images cannot be moved to where they are', async () => {
  const project = await newProject()
  const route = { from: project, into: project }

  const refused = await station.transfers.start(station.workspace, route, { picked: { filter: {} }, way: 'move' })

  expect(inWords(refused)).toMatchObject({ ok: false, error: { reason: 'request-invalid' } })
})
