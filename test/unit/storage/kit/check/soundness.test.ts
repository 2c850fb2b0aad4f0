import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WorkspaceSlug } from '#common/ids'
import { noteDamage } from '#storage/kit/check/noted-damage'
import { isDatabaseSound } from '#storage/kit/check/soundness'
import { openLibrary } from '#storage/library/library'
import { overwritePage } from '#test/kit/damage'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-soundness-'))
  openLibrary(folder, new Date()).close()
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Whether the database is sound, and what was told of it. */
async function check(signal: AbortSignal): Promise<readonly [boolean, readonly string[]]> {
  const told: string[] = []
  const isSound = await isDatabaseSound(join(folder, 'library.db'), { signal, tell: (fault) => void told.push(fault) })
  return [isSound, told]
}

const going = () => new AbortController().signal

test('a database as it was written is sound', async () => {
  expect(await check(going())).toEqual([true, []])
})

test('a database with a page that was overwritten is not sound, and it is told what is wrong', async () => {
  await overwritePage(join(folder, 'library.db'), 'image')

  expect(await check(going())).toEqual([false, [expect.any(String)]])
})

test('a database of which damage was noted is read-only until the right file is back', async () => {
  const path = join(folder, 'library.db')
  copyFileSync(path, `${path}.kept`)
  await overwritePage(path, 'image')
  noteDamage(path, 'a page is overwritten')

  const damaged = openLibrary(folder, new Date())
  damaged.close()
  copyFileSync(`${path}.kept`, path)
  const sound = openLibrary(folder, new Date())
  sound.close()

  expect(damaged.readOnly?.faulty).toEqual({ store: 'library', fault: 'damaged' })
  expect(sound.readOnly).toBeUndefined()
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

test('a damaged database whose rows can be read is written anew when it is accepted', async () => {
  const path = join(folder, 'library.db')
  const made = openLibrary(folder, new Date())
  await made.workspaces.create({ slug: WorkspaceSlug.parse('first'), name: 'First', createdAt: new Date() })
  made.close()
  const db = new Database(path)
  db.unsafeMode().pragma('writable_schema = 1')
  // The rows of an index that lead to no row of its table.
  db.exec("CREATE TABLE gone (a INTEGER PRIMARY KEY, b TEXT UNIQUE) STRICT; INSERT INTO gone VALUES (1, 'x')")
  db.exec(
    "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'project') WHERE name = 'gone'",
  )
  db.close()
  noteDamage(path, 'two tables in one place')

  const accepted = openLibrary(folder, new Date(), { adopt: true })
  const first = await accepted.workspaces.first()
  accepted.close()

  expect(accepted.readOnly).toBeUndefined()
  expect(first).toMatchObject({ name: 'First' })
  expect(existsSync(`${path}.damaged`)).toBe(false)
})

test('damage in an index costs no row when the database is accepted', async () => {
  const path = join(folder, 'library.db')
  const made = openLibrary(folder, new Date())
  await made.workspaces.create({ slug: WorkspaceSlug.parse('first'), name: 'First', createdAt: new Date() })
  made.close()
  for (const index of indexesOf(path)) await overwritePage(path, index)

  const damaged = openLibrary(folder, new Date())
  damaged.close()
  const accepted = openLibrary(folder, new Date(), { adopt: true })
  const first = await accepted.workspaces.first()
  accepted.close()

  expect(damaged.readOnly?.faulty).toEqual({ store: 'library', fault: 'damaged' })
  expect(first).toMatchObject({ name: 'First' })
  expect(indexesOf(path).length).toBeGreaterThan(20)
  expect(await check(going())).toEqual([true, []])
})

test('a database that was written anew is taken although the program was killed when the damaged one was set aside', async () => {
  const path = join(folder, 'library.db')
  const made = openLibrary(folder, new Date())
  await made.workspaces.create({ slug: WorkspaceSlug.parse('first'), name: 'First', createdAt: new Date() })
  made.close()
  mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true })
  writeFileSync(join(folder, 'blobs', 'ab', 'ab'.repeat(32)), 'a blob')
  renameSync(path, `${path}.rewritten`)

  const missing = openLibrary(folder, new Date())
  missing.close()
  const accepted = openLibrary(folder, new Date(), { adopt: true })
  const first = await accepted.workspaces.first()
  accepted.close()

  expect(missing.readOnly?.faulty).toEqual({ store: 'library', fault: 'missing' })
  expect(first).toMatchObject({ name: 'First' })
})

function indexesOf(path: string): readonly string[] {
  const db = new Database(path, { readonly: true })
  try {
    return db
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .pluck()
      .all()
  } finally {
    db.close()
  }
}

test('a damaged database that cannot be read gives way to an empty one when it is accepted, and is kept', async () => {
  const path = join(folder, 'library.db')
  await overwritePage(path, 'image')
  noteDamage(path, 'a page is overwritten')

  const accepted = openLibrary(folder, new Date(), { adopt: true })
  accepted.close()

  expect(accepted.readOnly).toBeUndefined()
  const [moment = ''] = readdirSync(join(folder, 'set-aside'))
  expect(readdirSync(join(folder, 'set-aside', moment))).toContain('library.db')
})

test('a check that nobody waits for any more counts as no proof', async () => {
  expect((await check(AbortSignal.abort()))[0]).toBe(false)
})
