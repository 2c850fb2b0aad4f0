import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openShadow } from '#storage/kit/identity/shadow'
import { migrate } from '#storage/kit/migrate'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

function shadows(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`tessera-read-only-${process.pid}-`))
}

test('a newer event store with a fault is told as one, and no copy of it stays behind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-shadow-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = join(folder, 'events.db')
  const newer = new Database(database)
  newer.pragma('user_version = 999')
  newer.close()
  const place = {
    database,
    setAside: folder,
    naming: [],
    identities: { beside: join(folder, 'events.identity.json'), among: join(folder, 'media', 'events.identity.json') },
    migrations: [],
    tables: [],
    store: 'events' as const,
    isHolding: () => true,
  }

  expect(() => openShadow(place, 'foreign')).toThrow('The event store was last opened with a newer version of Tessera')

  expect(shadows()).toEqual([])
})

test('a library of an earlier layout whose history is damaged is shown with everything else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-shadow-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const database = join(folder, 'library.db')
  const old = new Database(database)
  migrate(
    old,
    LIBRARY_MIGRATIONS.filter(({ version }) => version <= 38),
  )
  old.exec(`INSERT INTO workspace (slug, name, created_at) VALUES ('bay', 'Bay', 1)`)
  const page = old.prepare<[], number>(`SELECT rootpage FROM sqlite_master WHERE name = 'operation'`).pluck().get() ?? 0
  const size = Number(old.pragma('page_size', { simple: true }))
  old.close()
  const file = openSync(database, 'r+')
  writeSync(file, new Uint8Array(size).fill(0xa5), 0, size, (page - 1) * size)
  closeSync(file)

  const shadow = openShadow(
    {
      database,
      setAside: folder,
      naming: [],
      identities: { beside: join(folder, 'library.identity.json'), among: join(folder, 'blobs', 'identity.json') },
      migrations: LIBRARY_MIGRATIONS,
      tables: [],
      store: 'library',
      isHolding: () => true,
    },
    'damaged',
  )
  onTestFinished(() => shadow.remove())
  const copy = new Database(shadow.database, { readonly: true })

  expect(copy.prepare('SELECT slug FROM workspace').pluck().all()).toEqual(['bay'])
  expect(copy.pragma('user_version', { simple: true })).toBe(LIBRARY_MIGRATIONS.at(-1)?.version)
  copy.close()
})
