import Database from 'better-sqlite3'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { migrate } from '#storage/kit/migrate'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

const ONE_IMAGE = `
    INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0);
    INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
      VALUES ('p', 1, 'p', 'P', 'object-detection', 'p', '', 0, 0);
    INSERT INTO label_class (id, project_id, name, color, position)
      VALUES ('cat', 'p', 'cat', 1, 0), ('dog', 'p', 'dog', 2, 1);
    INSERT INTO batch VALUES ('b', 'p', 'B', 0);
    INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness, split, added_at)
      VALUES (1, 'i', 'p', 'b', 'i.jpg', 'hash', 1, 'jpeg', 10, 10, '#000000', 0, 'train', 0);`

test('a new library has the first layout, strict tables and sound references', () => {
  const db = new Database(':memory:')

  migrate(db, LIBRARY_MIGRATIONS)

  expect(db.pragma('user_version', { simple: true })).toBe(LIBRARY_MIGRATIONS.at(-1)?.version)
  const loose = db.prepare(
    `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite%'`,
  )
  expect(loose.all()).toEqual([])
  expect(db.pragma('foreign_key_check')).toEqual([])
})

test('migrating twice changes nothing', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)
  const schema = db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()

  migrate(db, LIBRARY_MIGRATIONS)

  expect(db.prepare('SELECT sql FROM sqlite_schema ORDER BY name').all()).toEqual(schema)
})

test('a step that fails leaves the layout before it', () => {
  const db = new Database(':memory:')
  const last = LIBRARY_MIGRATIONS.at(-1)?.version ?? 0
  const broken = {
    version: last + 1,
    title: 'broken',
    sql: 'CREATE TABLE half (id INTEGER) STRICT; CREATE TABLE half (id INTEGER) STRICT;',
  }

  expect(() => migrate(db, [...LIBRARY_MIGRATIONS, broken])).toThrow('already exists')

  expect(db.pragma('user_version', { simple: true })).toBe(last)
  expect(db.prepare(`SELECT name FROM sqlite_schema WHERE name = 'half'`).all()).toEqual([])
})

test('a library of a newer Tessera is refused in words', () => {
  const db = new Database(':memory:')
  db.pragma('user_version = 999')

  expect(() => migrate(db, LIBRARY_MIGRATIONS)).toThrow('last opened with a newer version of Tessera')
})

test('the counts that triggers keep follow every change of a shape', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`${ONE_IMAGE}
    INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area) VALUES (1, 'a', 'cat', 0, 'hand', 'box', '{}', 1), (1, 'b', 'cat', 1, 'hand', 'box', '{}', 1);
    UPDATE shape SET class_id = 'dog' WHERE id = 'b';
    DELETE FROM shape WHERE id = 'a';`)

  const counts = db.prepare('SELECT class_id, shapes FROM image_class').all()

  expect(counts).toEqual([{ class_id: 'dog', shapes: 1 }])
  expect(db.prepare('SELECT shapes FROM image').pluck().get()).toBe(1)
})

test('a library of the second layout keeps its projects and versions, none of them in the trash', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS.slice(0, 2))
  db.exec(`${ONE_IMAGE}
    INSERT INTO version (id, project_id, number, name, settings, seed, classes, state, created_at)
      VALUES (1, 'p', 1, '', '{}', '', '[]', 'ready', 0);`)

  migrate(db, LIBRARY_MIGRATIONS)

  const project = db.prepare('SELECT slug, trashed_at, trashed_slug FROM project').get()
  expect(project).toEqual({ slug: 'p', trashed_at: null, trashed_slug: null })
  expect(db.prepare('SELECT number, trashed_at FROM version').get()).toEqual({ number: 1, trashed_at: null })
})

test('a library of the first layout keeps its images and gains tags', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS.slice(0, 1))
  db.exec(ONE_IMAGE)

  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`INSERT INTO image_tag VALUES (1, 'night'); INSERT INTO image_metadata VALUES (1, 'lane', '4')`)

  expect(db.prepare('SELECT name, source_url FROM image').all()).toEqual([{ name: 'i.jpg', source_url: null }])
  db.exec('DELETE FROM image')
  expect(db.prepare('SELECT * FROM image_tag').all()).toEqual([])
})

test('a library of the second layout is searched by its own images, and a deletion is noted', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 2),
  )
  db.exec(ONE_IMAGE)

  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`INSERT INTO image_descriptor VALUES (1, x'00')`)

  const found = db.prepare(
    `SELECT seq FROM image INDEXED BY image_search WHERE project_id = 'p' AND trashed_at IS NULL AND name LIKE '%i%'`,
  )
  expect(found.pluck().all()).toEqual([1])
  db.exec('DELETE FROM image')
  expect(db.prepare('SELECT count FROM image_deletions').pluck().all()).toEqual([1])
  expect(db.prepare('SELECT * FROM image_descriptor').all()).toEqual([])
})

test('projects of an older library are private, and one that is made public is found by its index', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 11),
  )
  db.exec(ONE_IMAGE)

  migrate(db, LIBRARY_MIGRATIONS)

  const found = db.prepare(
    'SELECT id FROM project INDEXED BY project_public WHERE is_public = 1 AND trashed_at IS NULL',
  )
  expect(found.pluck().all()).toEqual([])
  db.exec('UPDATE project SET is_public = 1')
  expect(found.pluck().all()).toEqual(['p'])
})

test('a library of the eleventh layout keeps its keys, and they reach the whole workspace as before', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 11),
  )
  db.exec(
    `${ONE_IMAGE} INSERT INTO api_key (id, workspace_id, name, hash, ending, created_at) VALUES ('k', 1, 'K', x'00', '', 0)`,
  )

  migrate(db, LIBRARY_MIGRATIONS)

  expect(db.prepare('SELECT id, folder_ids FROM api_key').all()).toEqual([{ id: 'k', folder_ids: null }])
})

test('a library of the seventeenth layout keeps the images of its versions, each the only part of its source', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 17),
  )
  db.exec(`${ONE_IMAGE}
    INSERT INTO version (id, project_id, number, name, settings, seed, classes, state, created_at)
      VALUES (1, 'p', 1, '', '{}', '', '[]', 'ready', 0), (2, 'p', 2, '', '{}', '', '[]', 'generating', 0);
    INSERT INTO version_source (version_id, position, image_id, name, blob, width, height, split, shapes)
      VALUES (1, 0, 'i', 'i.jpg', 'hash', 10, 10, 'train', '[]'), (2, 0, 'i', 'i.jpg', 'hash', 10, 10, 'train', '[]');
    INSERT INTO version_image
      (version_id, source, variant, file_name, blob, bytes, width, height, split, shapes, drawn, content_key)
      VALUES (1, 0, 0, 'a.jpg', 'x', 3, 5, 6, 'train', '[1]', '{}', 'k0'),
             (1, 0, 1, 'b.jpg', 'y', 4, 7, 8, 'train', '[2]', '{"rotate":{"degrees":3}}', 'k1'),
             (2, 0, 0, 'a.jpg', 'x', 3, 5, 6, 'train', '[1]', '{}', 'k0');`)
  const before = db.prepare('SELECT * FROM version_image ORDER BY version_id, source, variant').all()

  migrate(db, LIBRARY_MIGRATIONS)

  const after = db.prepare('SELECT * FROM version_image ORDER BY version_id, source, variant')
  expect(after.all()).toEqual(before.map((row) => ({ ...Object(row), part: 0 })))
  const another =
    db.prepare(`INSERT INTO version_image SELECT version_id, source, ?, variant, file_name, blob, bytes, width,
      height, split, shapes, drawn, content_key FROM version_image WHERE version_id = 2`)
  another.run(1)
  expect(() => another.run(1)).toThrow('UNIQUE')
  const indexes = db.prepare(`SELECT name FROM pragma_index_list('version_image') WHERE origin = 'c' ORDER BY name`)
  expect(indexes.pluck().all()).toEqual(['version_image_blob', 'version_image_order'])
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.exec('DELETE FROM version WHERE id = 2')
  expect(db.prepare('SELECT version_id FROM version_image').pluck().all()).toEqual([1, 1])
})

test('the counts of classes and of tags follow every change and the trash through any sequence of them', () => {
  const act = fc.oneof(
    fc.record({ kind: fc.constant('draw'), image: fc.nat(2), id: fc.nat(5), name: fc.constantFrom('cat', 'dog') }),
    fc.record({ kind: fc.constant('erase'), image: fc.nat(2), id: fc.nat(5), name: fc.constant('') }),
    fc.record({ kind: fc.constant('rename'), image: fc.nat(2), id: fc.nat(5), name: fc.constantFrom('cat', 'dog') }),
    fc.record({
      kind: fc.constantFrom('tag', 'untag', 'trash', 'restore', 'purge'),
      image: fc.nat(2),
      id: fc.constant(0),
      name: fc.constant(''),
    }),
  )
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      const db = new Database(':memory:')
      db.pragma('foreign_keys = ON')
      migrate(db, LIBRARY_MIGRATIONS)
      db.exec(ONE_IMAGE)
      for (const seq of [2, 3]) {
        db.exec(`INSERT INTO image (seq, id, project_id, batch_id, name, blob, bytes, format, width, height, color, brightness,
                   split, added_at)
                 SELECT ${seq}, 'i${seq}', project_id, batch_id, name, 'hash${seq}', bytes, format, width, height, color,
                   brightness, split, added_at FROM image WHERE seq = 1`)
      }

      for (const { kind, image, id, name } of acts) db.exec(statementFor(kind, { seq: image + 1, id: `s${id}`, name }))

      const kept = db.prepare('SELECT id, shapes, images FROM label_class ORDER BY id').all()
      const counted = db.prepare(
        `SELECT c.id, count(i.seq) AS shapes, count(DISTINCT i.seq) AS images FROM label_class c
           LEFT JOIN shape s ON s.class_id = c.id
           LEFT JOIN image i ON i.seq = s.image_seq AND i.trashed_at IS NULL GROUP BY c.id ORDER BY c.id`,
      )
      expect(kept).toEqual(counted.all())
      const tags = db.prepare('SELECT images FROM project_tag').pluck().get() ?? 0
      const tagged = 'SELECT count(*) FROM image_tag t JOIN image i ON i.seq = t.image_seq WHERE i.trashed_at IS NULL'
      expect(tags).toBe(db.prepare(tagged).pluck().get())
      db.close()
    }),
    { numRuns: 60 },
  )
})

function statementFor(kind: string, { seq, id, name }: { seq: number; id: string; name: string }): string {
  const shape = `image_seq = ${seq} AND id = '${id}'`
  switch (kind) {
    case 'draw':
      return `INSERT OR IGNORE INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area)
          SELECT seq, '${id}', '${name}', 0, 'hand', 'box', '{}', 1 FROM image WHERE seq = ${seq}`
    case 'erase':
      return `DELETE FROM shape WHERE ${shape}`
    case 'rename':
      return `UPDATE shape SET class_id = '${name}' WHERE ${shape}`
    case 'tag':
      return `INSERT OR IGNORE INTO image_tag SELECT seq, 'blurred' FROM image WHERE seq = ${seq}`
    case 'untag':
      return `DELETE FROM image_tag WHERE image_seq = ${seq}`
    case 'trash':
      return `UPDATE image SET trashed_at = 1 WHERE seq = ${seq}`
    case 'restore':
      return `UPDATE image SET trashed_at = NULL WHERE seq = ${seq}`
    default:
      return `DELETE FROM image WHERE seq = ${seq} AND trashed_at IS NOT NULL`
  }
}

test('the history of an older library becomes a log that tells what was undone', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version < 21),
  )
  db.exec(`${ONE_IMAGE}
    INSERT INTO edit (image_seq, position, label, changes, made_at)
      VALUES (1, 1, 'Draw box', '[1]', 10), (1, 2, 'Move box', '[2]', 11), (1, 3, 'Delete box', '[3]', 12);
    UPDATE image SET undo_depth = 1;`)

  migrate(db, LIBRARY_MIGRATIONS)

  const log = db.prepare('SELECT id, op, label, content, edit_id, position FROM operation ORDER BY id').all()
  const [drawn, moved, deleted] = ['draw', 'move', 'delete'].map(
    (verb) => `{"code":"edit-${verb}","params":{"kind":{"code":"kind-box","params":{}}}}`,
  )
  expect(log).toEqual([
    { id: 1, op: 'edit', label: drawn, content: '{"changes":[1],"proposals":[]}', edit_id: null, position: 1 },
    { id: 2, op: 'edit', label: moved, content: '{"changes":[2],"proposals":[]}', edit_id: null, position: 2 },
    { id: 3, op: 'edit', label: deleted, content: '{"changes":[3],"proposals":[]}', edit_id: null, position: 3 },
    { id: 4, op: 'undo', label: deleted, content: '{}', edit_id: 3, position: null },
    { id: 5, op: 'undo', label: moved, content: '{}', edit_id: 2, position: null },
  ])
})

test('the count of proposals that wait follows any sequence of changes', () => {
  const act = fc.record({
    kind: fc.constantFrom('offer', 'withdraw', 'settle', 'reopen'),
    id: fc.nat(5),
  })
  fc.assert(
    fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
      const db = new Database(':memory:')
      migrate(db, LIBRARY_MIGRATIONS)
      db.exec(ONE_IMAGE)

      for (const { kind, id } of acts) db.exec(PROPOSAL_ACTS[kind].replaceAll('@id', `'p${id}'`))

      const kept = db.prepare('SELECT proposals FROM image WHERE seq = 1').pluck().get()
      expect(kept).toBe(db.prepare('SELECT count(*) FROM proposal WHERE is_settled = 0').pluck().get())
      db.close()
    }),
    { numRuns: 60 },
  )
})

const PROPOSAL_ACTS = {
  offer: `INSERT OR IGNORE INTO proposal (image_seq, id, place, source, class_name, kind, geometry)
          VALUES (1, @id, 0, 'm', 'cat', 'box', '{}')`,
  withdraw: 'DELETE FROM proposal WHERE id = @id',
  settle: 'UPDATE proposal SET is_settled = 1 WHERE id = @id',
  reopen: 'UPDATE proposal SET is_settled = 0 WHERE id = @id',
} as const

test('a library of the twentieth layout keeps its images, and their marks for the queue go stale with their labels', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 20),
  )
  db.exec(ONE_IMAGE)

  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`INSERT INTO image_triage VALUES (1, 0.5, 1, 0.2, 0)`)
  db.exec(
    `INSERT INTO shape (image_seq, id, class_id, z, origin, kind, geometry, area) VALUES (1, 'a', 'cat', 0, 'hand', 'box', '{}', 1)`,
  )

  expect(db.prepare('SELECT is_stale FROM image_triage').pluck().all()).toEqual([1])
  db.exec(`INSERT INTO bulk_act (id, project_id, act, state, images, made_at) VALUES ('act', 'p', '{}', 'done', 1, 0);
    INSERT INTO bulk_before VALUES (1, 1, 'train');
    DELETE FROM image`)
  expect(db.prepare('SELECT * FROM bulk_before').all()).toEqual([])
  expect(db.prepare('SELECT * FROM image_triage').all()).toEqual([])
})

test('a library of the twenty-ninth layout keeps its comments, none of them edited', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 29),
  )
  db.exec(`${ONE_IMAGE} INSERT INTO comment (id, image_seq, body, by_name, made_at) VALUES ('c', 1, 'A mast', 'Bo', 9)`)

  migrate(db, LIBRARY_MIGRATIONS)

  const comments = db.prepare('SELECT body, by_name, made_at, edited_at, words_before FROM comment').all()
  expect(comments).toEqual([{ body: 'A mast', by_name: 'Bo', made_at: 9, edited_at: null, words_before: null }])
})

test('names with accents of their own become composed, and nothing that was kept apart is merged', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version < 35),
  )
  db.exec(`${ONE_IMAGE}
    INSERT INTO label_class (id, project_id, name, color, position)
      VALUES ('c', 'p', 'cafe\u0301', 3, 2), ('d', 'p', 'ne\u0301e', 4, 3), ('e', 'p', 'n\u00E9e', 5, 4);
    INSERT INTO image_tag VALUES (1, 'e\u0301te\u0301'), (1, '\u00E9t\u00E9'), (1, 're\u0301gion')`)

  migrate(db, LIBRARY_MIGRATIONS)

  const names = db.prepare('SELECT name FROM label_class ORDER BY position').pluck().all()
  expect(names).toEqual(['cat', 'dog', 'caf\u00E9', 'ne\u0301e', 'n\u00E9e'])
  expect(db.prepare('SELECT tag FROM image_tag ORDER BY tag').pluck().all()).toEqual(['r\u00E9gion', '\u00E9t\u00E9'])
  const counts = db.prepare('SELECT tag, images FROM project_tag WHERE images > 0 ORDER BY tag').raw().all()
  expect(counts).toEqual([
    ['r\u00E9gion', 1],
    ['\u00E9t\u00E9', 1],
  ])
})

test('a library of the thirty-fifth layout keeps its frozen images, by row number and still bound to their owners', () => {
  const db = new Database(':memory:')
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 35),
  )
  db.exec(`${ONE_IMAGE}
    INSERT INTO version (id, project_id, number, name, settings, seed, classes, state, created_at)
      VALUES (1, 'p', 1, '', '{}', '', '[]', 'ready', 0);
    INSERT INTO version_source VALUES (1, 0, 'i', 'i.jpg', 'hash', 10, 10, 'train', '[1]');
    INSERT INTO version_image VALUES (1, 0, 0, 0, 'a.jpg', 'x', 3, 5, 6, 'train', '[1]', '{}', 'k0');
    INSERT INTO task (id, workspace_id, kind, title, input, status, created_at, updated_at)
      VALUES ('t', 1, 'export-search', 'T', '{}', 'running', 0, 0);
    INSERT INTO search_export (task_id, workspace_id, format, file_name, facts, classes, link_key, created_at)
      VALUES ('t', 1, 'coco', 'a.zip', '{}', '[]', 'key', 0);
    INSERT INTO search_export_image VALUES ('t', 0, 'i', 'i.jpg', 'hash', 1, 10, 10, 'train', '[1]', NULL);`)
  const tables = ['version_source', 'version_image', 'search_export_image']
  const rows = () => tables.map((table) => db.prepare(`SELECT * FROM ${table}`).all())
  const before = rows()

  migrate(db, LIBRARY_MIGRATIONS)

  expect(rows()).toEqual(before)
  const withoutRowNumbers = db.prepare('SELECT name FROM pragma_table_list WHERE wr = 1').pluck().all()
  expect(tables.filter((table) => withoutRowNumbers.includes(table))).toEqual([])
  expect(db.pragma('foreign_key_check')).toEqual([])
  db.exec('DELETE FROM version; DELETE FROM task')
  expect(rows()).toEqual([[], [], []])
})
