import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '#storage/kit/migrate'
import { openLibrary } from '#storage/library/library'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

/**
 * Foreign keys whose rows the clean-up deletes by itself, in an order that no reference forbids. A new table that refers to one of these
 * and is not emptied with it (ON DELETE CASCADE) must be added to the clean-up's statements, else nothing of its project is ever deleted.
 */
const DELETED_BY_STATEMENTS = [
  'batch.project_id',
  'export.task_id',
  'image.batch_id',
  'image.project_id',
  'image_class.class_id',
  'label_class.project_id',
  'shape.class_id',
  'task.project_id',
  'version.project_id',
  'version.task_id',
]

test('everything that refers to a project or to its parts goes with it', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)

  const loose = db
    .prepare(
      `SELECT t.name || '.' || f."from" FROM pragma_table_list t JOIN pragma_foreign_key_list(t.name) f
        WHERE t.schema = 'main' AND f.on_delete = 'NO ACTION' AND f."table" NOT IN ('workspace', 'folder') ORDER BY 1`,
    )
    .pluck()
    .all()

  expect(loose).toEqual(DELETED_BY_STATEMENTS)
})

/** Two projects with an image, its label and tag, a version, an archive, tasks and moves each. */
const TWO_PROJECTS = ['p', 'q']
  .map(
    (p, at) => `
    INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
      VALUES ('${p}', 1, '${p}', '${p}', 'object-detection', '', '', 0, 0);
    INSERT INTO label_class (id, project_id, name, color, position) VALUES ('c${p}', '${p}', 'cat', 1, 0);
    INSERT INTO batch VALUES ('b${p}', '${p}', 'B', 0);
    INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at, trashed_at)
      VALUES (${at * 10 + 1}, 'i${p}', '${p}', 'b${p}', 'i.jpg', 'h${p}', 1, 'jpeg', 1, 1, '#000000', 0, 'train', 0, NULL),
             (${at * 10 + 2}, 'j${p}', '${p}', 'b${p}', 'j.jpg', 'k${p}', 1, 'jpeg', 1, 1, '#000000', 0, 'train', 0, 2000000900);
    INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area) VALUES (${at * 10 + 1}, 'a', 'c${p}', 0, 'hand', 'box', '{}', 1);
    INSERT INTO image_tag VALUES (${at * 10 + 1}, 'night');
    INSERT INTO task (id, workspace_id, project_id, kind, title, input, status, created_at, updated_at)
      VALUES ('t${p}', 1, '${p}', 'rebalance', '', '{}', 'completed', 0, 0);
    INSERT INTO split_move VALUES ('t${p}', ${at * 10 + 1}, 'train', 'valid');
    INSERT INTO import_file (task_id, seq, path, outcome) VALUES ('t${p}', 1, 'i.jpg', 'added');
    INSERT INTO version (id, project_id, number, name, settings, seed, classes, state, task_id, created_at)
      VALUES (${at + 1}, '${p}', 1, '', '{}', '', '[]', 'ready', 't${p}', 0);
    INSERT INTO version_source VALUES (${at + 1}, 0, 'i${p}', 'i.jpg', 'h${p}', 1, 1, 'train', '[]');
    INSERT INTO version_image VALUES (${at + 1}, 0, 0, 0, 'i', 'v${p}', 1, 1, 1, 'train', '[]', '{}', '');
    INSERT INTO export VALUES (${at + 1}, 'coco', 't${p}', 'x.zip', 'e${p}', 1, 'l${p}', 0);
    INSERT INTO search_export VALUES ('t${p}', 1, 'coco', 'x.zip', '{}', '[]', 'k${p}', 0, NULL, NULL);
    INSERT INTO model VALUES ('m${p}', 1, '${p}/1', '', '', ${at + 1}, 0, 'w${p}', 1, 0, NULL);
    INSERT INTO model_project VALUES ('${p}', 'm${p}');
    INSERT INTO search_export_project VALUES ('t${p}', '${p}');
    INSERT INTO search_export_image VALUES ('t${p}', 0, 'i${p}', 'i.jpg', 'h${p}', 1, 1, 1, 'train', '[]', NULL);`,
  )
  .join('')

function openedLibrary(rows: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-test-'))
  const library = openLibrary(folder, new Date())
  const db = new Database(join(folder, 'library.db'))
  db.pragma('foreign_keys = ON')
  db.exec(`INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0); ${rows}`)
  onTestFinished(() => {
    db.close()
    library.close()
    rmSync(folder, { recursive: true })
  })
  return { library, db }
}

/** Tables that do not belong to one project: owners, and the count that searches watch. */
const SHARED = new Set(['workspace', 'image_deletions', 'identity'])

/** Rows of every table, by its name; empty ones are left out. */
function countRows(db: Database.Database): Record<string, number> {
  const names = db
    .prepare<[], string>(`SELECT name FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'`)
    .pluck()
  const counts = names.all().map((name) => [name, Number(db.prepare(`SELECT count(*) FROM ${name}`).pluck().get())])
  return Object.fromEntries(counts.filter(([, count]) => count !== 0))
}

test('a project that is due goes with all its rows, and the other one keeps every row of its own', async () => {
  const { library, db } = openedLibrary(TWO_PROJECTS)
  const both = countRows(db)
  const until = new Date(2_000_000_800_000)
  db.exec(`UPDATE project SET trashed_at = 2000000700, trashed_slug = slug, slug = '~' || id WHERE id = 'p'`)

  await library.trash.giveUp(until)
  while (await library.trash.deletePiece(until));

  expect(countRows(db)).toEqual(
    Object.fromEntries(
      Object.entries(both).map(([name, count]) => [name, SHARED.has(name) ? count : Math.floor(count / 2)]),
    ),
  )
  expect(db.prepare('SELECT id FROM image ORDER BY seq').pluck().all()).toEqual(['iq', 'jq'])
  expect(await library.images.referencedBlobs()).toEqual(new Set(['hq', 'kq', 'vq', 'eq', 'wq']))
})

test('images that are due go, and a version that froze them keeps their files named', async () => {
  const { library, db } = openedLibrary(TWO_PROJECTS)
  db.exec(`UPDATE image SET trashed_at = 2000000700 WHERE id = 'ip'`)

  while (await library.trash.deletePiece(new Date(2_000_000_800_000)));

  expect(db.prepare('SELECT id FROM image ORDER BY seq').pluck().all()).toEqual(['jp', 'iq', 'jq'])
  expect([...(await library.images.referencedBlobs())]).toContain('hp')
})

test('what is given up cannot come back, even when it has not been deleted yet', async () => {
  const { library, db } = openedLibrary(TWO_PROJECTS)
  db.exec(`UPDATE project SET trashed_at = 2000000700, trashed_slug = slug, slug = '~' || id WHERE id = 'p';
    UPDATE version SET trashed_at = 2000000700 WHERE id = 2`)
  const before = await library.trash.contents(1)

  await library.trash.giveUp(new Date(2_000_000_800_000))

  const after = await library.trash.contents(1)
  expect([before.projects.length, before.versions.length]).toEqual([1, 1])
  expect([after.projects, after.versions]).toEqual([[], []])
  const [project] = before.projects
  expect(project && (await library.trash.restoreProject(1, project.id))).toBeUndefined()
})

test('deleting a version of a hundred thousand images leaves room for others in between', async () => {
  const { library, db } = openedLibrary(TWO_PROJECTS)
  db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
    INSERT INTO version_image SELECT 1, i, 0, 0, 'f' || i, 'v', 1, 1, 1, 'train', '[]', '{}', '' FROM n;
    UPDATE version SET trashed_at = 2000000700 WHERE id = 1`)
  const until = new Date(2_000_000_800_000)
  await library.trash.giveUp(until)

  let pieces = 1
  while (await library.trash.deletePiece(until)) pieces += 1

  expect(pieces).toBeGreaterThan(2)
  expect(db.prepare('SELECT version_id, count(*) AS n FROM version_image GROUP BY 1').all()).toEqual([
    { version_id: 2, n: 1 },
  ])
})
