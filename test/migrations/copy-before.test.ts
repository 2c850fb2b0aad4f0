import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Migration } from '#storage/kit/migrate'
import { migrateOwn } from '#storage/kit/migrate-own'

const FIRST: Migration = { version: 1, title: 'notes', sql: 'CREATE TABLE note (text TEXT NOT NULL) STRICT' }
const SECOND: Migration = { version: 2, title: 'shouted', sql: 'UPDATE note SET text = upper(text)' }
const THIRD: Migration = { version: 3, title: 'none', sql: 'DELETE FROM note' }
const BROKEN: Migration = { version: 2, title: 'broken', sql: 'UPDATE missing SET text = 1' }

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera layout ü '))
  path = join(folder, 'library.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function bring(...migrations: readonly Migration[]): void {
  const db = new Database(path)
  try {
    migrateOwn(db, { path, migrations, store: 'library' })
  } finally {
    db.close()
  }
}

function notesIn(file: string): unknown {
  const db = new Database(file, { readonly: true })
  try {
    return [db.pragma('user_version', { simple: true }), db.prepare('SELECT text FROM note').pluck().all()]
  } finally {
    db.close()
  }
}

function write(text: string): void {
  const db = new Database(path)
  db.prepare('INSERT INTO note VALUES (?)').run(text)
  db.close()
}

test('a database with an earlier layout is copied as it was before it is changed', () => {
  bring(FIRST)
  write('quiet')
  bring(FIRST, SECOND)

  expect(notesIn(path)).toEqual([2, ['QUIET']])
  expect(notesIn(`${path}.layout-1`)).toEqual([1, ['quiet']])
})

test('a new database, and one that has the last layout, are not copied', () => {
  bring(FIRST, SECOND)
  bring(FIRST, SECOND)

  expect(readdirSync(folder)).toEqual(['library.db'])
})

test('the copies of the last two layouts stay', () => {
  bring(FIRST)
  write('quiet')
  bring(FIRST, SECOND)
  bring(FIRST, SECOND, THIRD)
  bring(FIRST, SECOND, THIRD, { ...THIRD, version: 4 })

  expect(readdirSync(folder).toSorted()).toEqual(['library.db', 'library.db.layout-2', 'library.db.layout-3'])
  expect(notesIn(`${path}.layout-2`)).toEqual([2, ['QUIET']])
})

test('who went back to an earlier Tessera has what was written there copied, not what was there before', () => {
  bring(FIRST)
  write('first time')
  bring(FIRST, SECOND)
  rmSync(path)
  renameSync(`${path}.layout-1`, path)
  write('second time')
  bring(FIRST, SECOND)

  expect(notesIn(`${path}.layout-1`)).toEqual([1, ['first time', 'second time']])
})

test('a step that fails leaves the database and its copy, and the next start goes on from there', () => {
  bring(FIRST)
  write('quiet')
  expect(() => bring(FIRST, BROKEN)).toThrow('no such table')
  bring(FIRST, SECOND)

  expect(notesIn(path)).toEqual([2, ['QUIET']])
  expect(notesIn(`${path}.layout-1`)).toEqual([1, ['quiet']])
})

test('half a copy of a killed start is made anew', () => {
  bring(FIRST)
  write('quiet')
  writeFileSync(`${path}.layout-1.new`, 'half')
  bring(FIRST, SECOND)

  expect(notesIn(`${path}.layout-1`)).toEqual([1, ['quiet']])
  expect(existsSync(`${path}.layout-1.new`)).toBe(false)
})

test('what only the write-ahead log holds is in the copy', () => {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  migrateOwn(db, { path, migrations: [FIRST], store: 'library' })
  db.prepare('INSERT INTO note VALUES (?)').run('only logged')
  migrateOwn(db, { path, migrations: [FIRST, SECOND], store: 'library' })
  db.close()

  expect(notesIn(`${path}.layout-1`)).toEqual([1, ['only logged']])
})
