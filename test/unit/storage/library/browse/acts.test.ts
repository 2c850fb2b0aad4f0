import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { brand } from '#common/border'
import { type BulkActId, ImageId, type ProjectId, type ProjectSlug } from '#common/ids'
import type { PreparedAct } from '#core/curation/bulk/ports'
import type { Project } from '#core/dataset/projects/ports'
import { bulkStatements } from '#storage/library/browse/bulk.sql'
import { bulkReviewStatements } from '#storage/library/browse/bulk-review.sql'
import { transferStatements, transferUndoStatements } from '#storage/library/browse/transfers.sql'
import { type Library, openLibrary } from '#storage/library/library'

const NOW = new Date('2026-01-02T03:04:05Z')
const LATER = new Date('2026-01-03T03:04:05Z')
const ACT = brand<BulkActId>('firstActOfAll0000000')
const COUNT = 2500
const IMAGES = Array.from({ length: COUNT }, (_, nth) => ImageId.parse(`image${String(nth).padStart(15, '0')}`))

function project(name: string): Project {
  const words = { type: 'object-detection', annotationGroup: 'boats', license: 'MIT' } as const
  const [id, slug] = [brand<ProjectId>(`${name}Project`), brand<ProjectSlug>(name)]
  return { id, workspace: 1, slug, name, ...words, isPublic: false, createdAt: NOW, updatedAt: NOW }
}

const [BOATS, SHELF] = [project('boats'), project('shelf')]

/** A library of 2,500 images without pixels, with a second hand on its database. */
async function boatLibrary() {
  const { library, db, folder } = opened(mkdtempSync(join(tmpdir(), 'tessera-test-')))
  db.exec(`INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0)`)
  for (const each of [BOATS, SHELF]) await library.projects.create(each)
  db.exec(`INSERT INTO batch (id, project_id, name, created_at) VALUES ('monday', '${BOATS.id}', 'Monday', 5)`)
  db.prepare(
    `INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
     SELECT value, @project, 'monday', key || '.png', printf('%064x', key), 1, 'png', 9, 9, '#000000', 0.5, 'train', key
       FROM json_each(@images)`,
  ).run({ project: BOATS.id, images: JSON.stringify(IMAGES) })
  return { library, db, folder }
}

function opened(folder: string) {
  const library = openLibrary(folder, NOW)
  const db = new Database(join(folder, 'library.db'))
  onTestFinished(() => {
    db.close()
    library.close()
    rmSync(folder, { recursive: true })
  })
  return { library, db, folder }
}

function notes(db: Database.Database): number {
  return Number(db.prepare('SELECT count(*) FROM bulk_before').pluck().get())
}

/** The library as a kill leaves it after the first images of an act are noted. */
async function killedWhileNoting(begin: (library: Library) => Promise<unknown>) {
  const { library, db, folder } = await boatLibrary()
  const begun = begin(library)
  while (notes(db) === 0) await setImmediate()
  const left = `${folder}-left`
  mkdirSync(left)
  db.prepare('VACUUM INTO ?').run(join(left, 'library.db'))
  cpSync(join(folder, 'blobs'), join(left, 'blobs'), { recursive: true })
  await begun
  return opened(left)
}

test('an act that is killed while its images are noted has never been', async () => {
  const act = { id: ACT, projectId: BOATS.id, act: { kind: 'split', split: 'test' }, madeAt: NOW } as const
  const { library, db } = await killedWhileNoting(({ bulk }) => bulk.begin(act, IMAGES))
  expect(notes(db)).toBeLessThan(COUNT)
  expect(await library.bulk.find(BOATS.id, ACT)).toMatchObject({ state: 'noting' })

  expect(await library.bulk.step(ACT)).toBe('over')
  expect(await library.bulk.unfinished()).toEqual([])

  expect([notes(db), await library.bulk.find(BOATS.id, ACT)]).toEqual([0, undefined])
  expect(db.prepare('SELECT DISTINCT split FROM image').pluck().all()).toEqual(['train'])
})

test('a move that is killed while its images are noted takes none over before all are noted', async () => {
  const move = {
    id: ACT,
    route: { from: BOATS, into: SHELF },
    way: 'move',
    picked: COUNT,
    classes: [],
    madeAt: NOW,
  } as const
  const { library, db } = await killedWhileNoting(({ transfers }) => transfers.begin(move, IMAGES))
  const { bulk, transfers } = library
  expect([await transfers.find(ACT), await transfers.step(ACT), await bulk.log(BOATS.id)]).toEqual([
    undefined,
    'over',
    [],
  ])

  await transfers.begin(move, IMAGES)

  expect([notes(db), await transfers.find(ACT)]).toMatchObject([COUNT, { total: COUNT, passed: 0, there: 0 }])
  expect(await transfers.step(ACT)).toBeGreaterThan(0)
})

test('a move that is given up while its images are noted leaves nothing of itself', async () => {
  const move = {
    id: ACT,
    route: { from: BOATS, into: SHELF },
    way: 'move',
    picked: COUNT,
    classes: [],
    madeAt: NOW,
  } as const
  const { library, db } = await killedWhileNoting(({ transfers }) => transfers.begin(move, IMAGES))

  await library.transfers.stop(ACT)

  expect([notes(db), await library.bulk.find(BOATS.id, ACT)]).toEqual([0, undefined])
})

test('of a project the last twenty acts are kept, whatever many images the others changed', async () => {
  const { library, db } = await boatLibrary()
  const actOf = (nth: number) => brand<BulkActId>(`act${String(nth).padStart(17, '0')}`)
  for (let nth = 0; nth < 22; nth += 1) {
    const act: PreparedAct = { kind: 'tag', add: [`tag ${nth}`], remove: [] }
    await library.bulk.begin(
      { id: actOf(nth), projectId: BOATS.id, act, madeAt: NOW },
      IMAGES.slice(0, nth < 2 ? COUNT : 1),
    )
    while ((await library.bulk.step(actOf(nth))) !== 'over');
  }

  expect((await library.bulk.log(BOATS.id)).map(({ id }) => id)).toEqual(
    Array.from({ length: 20 }, (_, nth) => actOf(21 - nth)),
  )
  expect(notes(db)).toBe(20)
})

test('thousands of images come back from the trash piece by piece, but those whose bytes came in again', async () => {
  const { library, db } = await boatLibrary()
  db.prepare('UPDATE image SET trashed_at = ?').run(NOW.getTime() / 1000)
  db.exec(`INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
    SELECT 'again' || id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at
      FROM image WHERE seq % 500 = 0`)

  let images = 0
  for (let after = 0; ; ) {
    const some = await library.trash.restoreSome({ project: BOATS.id, trashedAt: NOW, now: LATER }, after)
    if (some === undefined) break
    after = some.last
    images += some.images
  }

  expect(images).toBe(COUNT - 5)
  const left = db.prepare('SELECT seq FROM image WHERE trashed_at IS NOT NULL').pluck().all()
  expect(left).toEqual([500, 1000, 1500, 2000, 2500])
})

test('a labelled image changes places with a copy that nobody worked on', async () => {
  const { library, db } = await boatLibrary()
  copiesOfTrashed(db, 6)
  db.exec('UPDATE image SET shapes = 1 WHERE seq <= 4; UPDATE image SET is_null = 1 WHERE seq = 5')
  db.exec(
    "UPDATE image SET shapes = 1, revision = 1 WHERE id = 'again2'; UPDATE image SET revision = 2 WHERE id = 'again3'",
  )

  const some = await library.trash.restoreSome({ project: BOATS.id, trashedAt: NOW, now: LATER }, 0)

  // Number 6 has no labels to bring back, and people worked on the copies of 2 and 3.
  expect(some).toEqual({ last: 6, images: 3, replaced: 3 })
  const inTrash = db.prepare('SELECT id, trashed_at AS at FROM image WHERE trashed_at IS NOT NULL ORDER BY seq').all()
  const [then, now] = [NOW.getTime() / 1000, LATER.getTime() / 1000]
  expect(inTrash).toEqual([
    ...[1, 2, 5].map((nth) => ({ id: IMAGES[nth], at: then })),
    ...['again1', 'again4', 'again5'].map((id) => ({ id, at: now })),
  ])
})

test.each([
  ['a tag', "INSERT INTO image_tag (image_seq, tag) SELECT seq, 'night' FROM image WHERE id = 'again1'"],
  ['metadata', `INSERT INTO image_metadata SELECT seq, 'k', '"v"' FROM image WHERE id = 'again1'`],
  [
    'a comment',
    "INSERT INTO comment (id, image_seq, body, by_name, made_at) SELECT 'c', seq, 'Look', 'Ann', 0 FROM image WHERE id = 'again1'",
  ],
  ['an unfinished drawing', "INSERT INTO sketch SELECT seq, '{}' FROM image WHERE id = 'again1'"],
  [
    'an import that still runs',
    `INSERT INTO task (id, workspace_id, project_id, kind, title, status, input, created_at, updated_at)
     VALUES ('t', 1, '${BOATS.id}', 'import', 'Import', 'running', '{}', 0, 0)`,
  ],
])('a copy with %s stays, and the labelled image stays in the trash', async (_name, sql) => {
  const { library, db } = await boatLibrary()
  copiesOfTrashed(db, 1)
  db.exec(`UPDATE image SET shapes = 1 WHERE seq = 1; ${sql}`)

  const some = await library.trash.restoreSome({ project: BOATS.id, trashedAt: NOW, now: LATER }, 0)

  expect(some).toEqual({ last: 1, images: 0, replaced: 0 })
  expect(db.prepare('SELECT id FROM image WHERE trashed_at IS NOT NULL').pluck().all()).toEqual([IMAGES[0]])
})

/** The first images in the trash, each with a copy that came in again. */
function copiesOfTrashed(db: Database.Database, count: number): void {
  db.prepare('UPDATE image SET trashed_at = ? WHERE seq <= ?').run(NOW.getTime() / 1000, count)
  db.prepare(
    `INSERT INTO image (id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
     SELECT 'again' || seq, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at
       FROM image WHERE seq <= ?`,
  ).run(count)
}

/** How a statement comes to the images that it reads or changes. */
function waysToImages(db: Database.Database, text: string): readonly string[] {
  const given = Object.fromEntries(Array.from(text.matchAll(/@(\w+)/g), ([, name]) => [name, '1']))
  const steps = db.prepare<[object], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(given)
  return steps.map(({ detail }) => detail).filter((detail) => /^\w+ (image|i|o) /.test(detail))
}

test('acts come to each of their images by its own key, never by looking through a project or the trash', async () => {
  const { db } = await boatLibrary()
  const { picked, note, noteAddedTag, noteRemovedTag, make, restore } = bulkStatements(db)
  const review = bulkReviewStatements(db)
  const { images, note: noteTransfer } = transferStatements(db)
  const { restore: bringBack, trashMoved, trashCopied } = transferUndoStatements(db)
  const statements = [
    picked,
    ...Object.values(note),
    noteAddedTag,
    noteRemovedTag,
    review.note,
    images,
    noteTransfer,
    ...Object.values(make),
    ...Object.values(restore),
    review.set,
    review.unsay,
    review.unset,
    bringBack,
    trashMoved,
    trashCopied,
  ]

  const ways = statements.map(({ source }) => waysToImages(db, source))

  expect(ways.filter((each) => each.length === 0)).toEqual([])
  const own =
    /USING (INTEGER PRIMARY KEY \(rowid=\?\)|INDEX (sqlite_autoindex_image_1 \(id|operation_image \(image_seq)=\?\))/
  expect(ways.flat().filter((way) => !own.test(way))).toEqual([])
})
