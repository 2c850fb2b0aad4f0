import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '#storage/kit/migrate'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

const ONE_PICTURE = `
    INSERT INTO workspace (id, slug, name, created_at) VALUES (1, 'w', 'W', 0);
    INSERT INTO project (id, workspace_id, slug, name, type, annotation_group, license, created_at, updated_at)
      VALUES ('p', 1, 'p', 'P', 'object-detection', 'p', '', 0, 0);
    INSERT INTO label_class VALUES ('cat', 'p', 'cat', 1, 0), ('dog', 'p', 'dog', 2, 1);
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

  expect(() => migrate(db, LIBRARY_MIGRATIONS)).toThrow('written by a newer Tessera')
})

test('the counts that triggers keep follow every change of a shape', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`${ONE_PICTURE}
    INSERT INTO shape VALUES (1, 'a', 'cat', 0, 'hand', 'box', '{}', 1), (1, 'b', 'cat', 1, 'hand', 'box', '{}', 1);
    UPDATE shape SET class_id = 'dog' WHERE id = 'b';
    DELETE FROM shape WHERE id = 'a';`)

  const counts = db.prepare('SELECT class_id, shapes FROM image_class').all()

  expect(counts).toEqual([{ class_id: 'dog', shapes: 1 }])
  expect(db.prepare('SELECT shapes FROM image').pluck().get()).toBe(1)
})

test('a library of the second layout keeps its projects and versions, none of them in the trash', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS.slice(0, 2))
  db.exec(`${ONE_PICTURE}
    INSERT INTO version (id, project_id, number, name, settings, seed, classes, state, created_at)
      VALUES (1, 'p', 1, '', '{}', '', '[]', 'ready', 0);`)

  migrate(db, LIBRARY_MIGRATIONS)

  const project = db.prepare('SELECT slug, trashed_at, trashed_slug FROM project').get()
  expect(project).toEqual({ slug: 'p', trashed_at: null, trashed_slug: null })
  expect(db.prepare('SELECT number, trashed_at FROM version').get()).toEqual({ number: 1, trashed_at: null })
})

test('a library of the first layout keeps its pictures and gains tags', () => {
  const db = new Database(':memory:')
  migrate(db, LIBRARY_MIGRATIONS.slice(0, 1))
  db.exec(ONE_PICTURE)

  migrate(db, LIBRARY_MIGRATIONS)
  db.exec(`INSERT INTO image_tag VALUES (1, 'night'); INSERT INTO image_metadata VALUES (1, 'lane', '4')`)

  expect(db.prepare('SELECT name, source_url FROM image').all()).toEqual([{ name: 'i.jpg', source_url: null }])
  db.exec('DELETE FROM image')
  expect(db.prepare('SELECT * FROM image_tag').all()).toEqual([])
})
