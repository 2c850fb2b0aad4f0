import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openShadow } from '#storage/kit/identity/shadow'

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
