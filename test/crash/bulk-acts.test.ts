import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BulkAct } from '#common/contract/browse/bulk'
import { BulkActId, ClassId, type ProjectSlug } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { untilEnded } from '../kit/tasks.ts'
import { brokenInvariants } from './invariants.ts'

/** Many enough for several portions of each act. */
const IMAGES = 5000

let library: string
let station: StationProcess
let project: ProjectSlug
/** The class of all labels, and one without any. */
let pair: readonly [ClassId, ClassId]
/** Kills that came in the middle of an act. */
let cuts = 0

beforeAll(async () => {
  library = await mkdtemp(join(tmpdir(), 'tessera-crash-'))
  station = await startStation(library, ['--only', 'studio'])
  ;({ slug: project } = await station.studio.projects.create({ name: 'Crash', type: 'object-detection' }))
  const made = ['cup', 'mug'].map((name) => station.studio.projects.classes.create({ project, name }))
  const [cup, mug] = await Promise.all(made)
  pair = [ClassId.parse(cup?.id), ClassId.parse(mug?.id)]
  await station.kill()
  fill(pair[0])
  station = await startStation(library, ['--only', 'studio'])
})

afterAll(async () => {
  await station.kill()
  await removeFolder(library)
})

/** Rows of images without pixels, each with two boxes that were drawn by one gesture. */
function fill(classId: ClassId): void {
  const box = `json_object('x0', 1, 'y0', 1, 'x1', 5, 'y1', 5)`
  const shape = (z: number) =>
    `json_object('id', 'shape000000${z}', 'classId', @classId, 'z', ${z}, 'origin', 'hand', 'kind', 'box', 'box', ${box})`
  const db = new Database(join(library, 'library.db'))
  db.transaction(() => {
    db.prepare(
      `INSERT INTO batch (id, project_id, name, created_at) SELECT 'monday', id, 'Monday', 1 FROM project`,
    ).run()
    db.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < @images)
       INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, state,
                          revision, undo_depth, added_at)
       SELECT printf('image%015d', i), p.id, 'monday', i || '.png', lower(hex(randomblob(32))), 1, 'png', 90, 90, '#808080',
              0.5, 'train', 'started', 1, 1, i FROM n, project p`,
    ).run({ images: IMAGES })
    for (const z of [1, 2])
      db.prepare(
        `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
         SELECT seq, 'shape000000${z}', @classId, ${z}, 'hand', 'box', ${box}, 16 FROM image`,
      ).run({ classId })
    db.prepare(
      `INSERT INTO operation (image_seq, op, label, actor, actor_name, made_at, content, position)
       SELECT seq, 'edit', 'Draw boxes', 'person', '', 1, json_object('changes', json_array(
         json_object('before', NULL, 'after', ${shape(1)}), json_object('before', NULL, 'after', ${shape(2)}))), 1 FROM image`,
    ).run({ classId })
  })()
  db.close()
}

function read<Value>(ask: (db: Database.Database) => Value): Value {
  const db = new Database(join(library, 'library.db'), { readonly: true })
  try {
    return ask(db)
  } finally {
    db.close()
  }
}

/** How the labels of all images stand: one row while they are all alike. */
function images(): readonly object[] {
  return read((db) =>
    db
      .prepare<[], object>(
        `SELECT i.split, i.trashed_at IS NOT NULL AS trashed, coalesce(t.tag, '') AS tag, c.name AS class, count(*) AS labels
           FROM image i JOIN shape s ON s.image_seq = i.seq JOIN label_class c ON c.id = s.class_id
           LEFT JOIN image_tag t ON t.image_seq = i.seq GROUP BY 1, 2, 3, 4`,
      )
      .all(),
  )
}

interface Latest {
  readonly state: string
  readonly done_to: number
}

function latestAct(db: Database.Database): Latest | undefined {
  return db.prepare<[], Latest>('SELECT state, done_to FROM bulk_act ORDER BY seq DESC').get()
}

/** Lets an act go on until a first portion of it is on disk, kills the station there, starts it again, and waits for its end. */
async function killInTheMiddle(act: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = act.then(
    () => (isOver = true),
    () => (isOver = true),
  )
  while (!isOver && !isCut()) await setTimeout(1)
  await station.kill()
  await over
  if (isCut()) cuts += 1
  station = await startStation(library, ['--only', 'studio'])
  await expect.poll(() => read(latestAct)?.state).toMatch(/^(done|undone)$/)
  expect(brokenInvariants(library).filter((sentence) => !sentence.startsWith('blob '))).toEqual([])
}

/** The undo of an act on thousands of images, until its task has ended. */
async function undone(id: BulkActId): Promise<void> {
  const answer = await station.studio.bulk.undo({ project, id })
  if ('taskId' in answer) await untilEnded(station.studio, answer.taskId)
}

/** Whether the last act is in its middle. */
function isCut(): boolean {
  const { state, done_to } = read(latestAct) ?? NONE
  return state.endsWith('ing') && done_to > 0
}

const NONE: Latest = { state: 'none', done_to: 0 }

/** An act on all images, and what each of them is then. */
const ACTS: readonly { readonly act: BulkAct | 'merge'; readonly all: object }[] = [
  { act: { kind: 'tag', add: ['night'], remove: [] }, all: { tag: 'night' } },
  { act: { kind: 'split', split: 'valid' }, all: { split: 'valid' } },
  { act: { kind: 'trash' }, all: { trashed: 1 } },
  { act: 'merge', all: { class: 'mug' } },
]

test('acts on thousands of images and merges of classes end whole when they are killed in their middle, and so does their undo', async () => {
  const before = images()
  for (const { act, all } of ACTS) {
    const { bulk, classes } = station.studio
    const [from, into] = pair
    await killInTheMiddle(
      act === 'merge' ? classes.merge({ project, from, into }) : bulk.run({ project, picked: { filter: {} }, act }),
    )
    expect(images()).toEqual([{ ...before[0], ...all }])

    const [{ id } = { id: undefined }] = await station.studio.bulk.log({ project })
    if (id === undefined) throw new Error('The act is not in the log')
    await killInTheMiddle(undone(id))
    expect(images()).toEqual(before)
  }
  expect(cuts).toBeGreaterThan(0)
})

/** How often each image is outside the trash, with how many labels, in one project or the other: one row while all are alike. */
function places(): readonly object[] {
  return read((db) =>
    db
      .prepare<[], object>(
        `SELECT times, labels, count(*) AS images FROM (
           SELECT count(DISTINCT i.seq) AS times, count(s.id) AS labels
             FROM image i LEFT JOIN shape s ON s.image_seq = i.seq WHERE i.trashed_at IS NULL GROUP BY i.blob) GROUP BY 1, 2`,
      )
      .all(),
  )
}

test('a move to another project that is killed in its middle leaves every image in one of the two, goes on, and is undone', async () => {
  const { slug: target } = await station.studio.projects.create({ name: 'Shelf', type: 'object-detection' })
  const images = async (slug: ProjectSlug) => (await station.studio.projects.read({ project: slug })).images
  const { taskId } = await station.studio.transfers.start({ project, target, picked: { filter: {} }, way: 'move' })
  for (const isReached of [() => read(latestAct)?.state === 'noting' || isCut(), isCut]) {
    while (!isReached()) await setTimeout(1)
    await station.kill()
    expect(places()).toEqual(ALL)
    station = await startStation(library, ['--only', 'studio'])
  }

  expect(await untilEnded(station.studio, taskId)).toMatchObject({ status: 'completed', result: { images: IMAGES } })
  expect([await images(project), await images(target), places()]).toEqual([0, IMAGES, ALL])

  await killInTheMiddle(undone(BulkActId.parse(taskId)))
  expect([await images(project), await images(target), places()]).toEqual([IMAGES, 0, ALL])
})

const ALL = [{ times: 1, labels: 2, images: IMAGES }]
