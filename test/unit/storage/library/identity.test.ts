import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WorkspaceSlug } from '#common/ids'
import { openBlobStore } from '#storage/blobs/blob-store'
import { migrate } from '#storage/kit/migrate'
import { type Library, type LibraryOptions, openLibrary } from '#storage/library/library'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

const NOW = new Date('2026-01-02T03:04:05Z')
const HASH = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9'
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tessera-identity-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

const at = (name: string) => join(folder, name)

function putBlob(): void {
  mkdirSync(at('blobs/b9'), { recursive: true })
  writeFileSync(at(`blobs/b9/${HASH}`), 'hello world')
}

async function grow(library: Library, slug: string): Promise<void> {
  await library.workspaces.create({ slug: WorkspaceSlug.parse(slug), name: slug, createdAt: NOW })
}

/** A library with one workspace and one blob. */
async function madeLibrary(): Promise<void> {
  const library = openLibrary(folder, NOW)
  await grow(library, 'first')
  library.close()
  putBlob()
}

/** Opens the library and answers what was found. */
function found(options: LibraryOptions = {}): string | undefined {
  const library = openLibrary(folder, NOW, options)
  library.close()
  return library.readOnly?.faulty.fault
}

/** Everything in the folder but the lock, with its bytes. */
function contents(): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && !entry.name.startsWith('lock.'))
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name),
      readFileSync(join(parentPath, name)).toString('base64'),
    ]),
  )
}

function inDatabase(path: string, sql: string): void {
  const db = new Database(path)
  db.exec(sql)
  db.close()
}

test('a library of before identities is adopted, and opened again it is the same', async () => {
  const db = new Database(at('library.db'))
  migrate(
    db,
    LIBRARY_MIGRATIONS.filter(({ version }) => version < 31),
  )
  db.close()
  putBlob()

  expect(found()).toBeUndefined()
  const identity = readFileSync(at('library.identity.json'), 'utf8')
  expect(found()).toBeUndefined()

  expect(readFileSync(at('library.identity.json'), 'utf8')).toBe(identity)
})

test('where nothing lies beside it, a missing database is a new library', async () => {
  await madeLibrary()
  rmSync(at('blobs'), { recursive: true })
  rmSync(at('library.db'))

  expect(found()).toBeUndefined()
})

test('where nothing lies beside it, a database with a damaged revision gets a new identity', async () => {
  await madeLibrary()
  rmSync(at('blobs'), { recursive: true })
  inDatabase(at('library.db'), LAST_REVISION)

  const library = openLibrary(folder, NOW)
  await grow(library, 'second')
  library.close()

  expect(found()).toBeUndefined()
})

const LAST_REVISION = 'UPDATE identity SET revision = 9223372036854775807'

const FAULTS: readonly (readonly [string, string, () => void | Promise<void>])[] = [
  ['is missing', 'missing', () => rmSync(at('library.db'))],
  ['is empty', 'empty', () => writeFileSync(at('library.db'), '')],
  ['is no database', 'unreadable', () => writeFileSync(at('library.db'), 'x'.repeat(9000))],
  [
    'is a database of another program',
    'unreadable',
    () => {
      rmSync(at('library.db'))
      inDatabase(at('library.db'), 'CREATE TABLE songs (id INTEGER)')
    },
  ],
  ['belongs to another library', 'foreign', () => inDatabase(at('library.db'), `UPDATE identity SET id = 'another'`)],
  ['is an older copy', 'older', () => inDatabase(at('library.db'), 'UPDATE identity SET revision = 0')],
  ['has a damaged revision', 'damaged', () => inDatabase(at('library.db'), LAST_REVISION)],
  ['is a copy of before identities', 'older', () => inDatabase(at('library.db'), 'DELETE FROM identity')],
  ['has lost the file beside it', 'identity-lost', () => rmSync(at('library.identity.json'))],
  ['has a damaged file beside it', 'identity-lost', () => writeFileSync(at('library.identity.json'), '{"id"')],
]

test.each(FAULTS)(
  'a database that %s is opened for reading alone, and nothing is written',
  async (_what, fault, harm) => {
    await madeLibrary()
    await harm()
    const before = contents()

    const library = openLibrary(folder, NOW)
    if (library.readOnly) library.seal(library.readOnly.faulty)
    const refused = grow(library, 'second')

    await expect(refused).rejects.toThrow('The library is read-only')
    library.close()
    expect(library.readOnly?.faulty).toEqual({ store: 'library', fault })
    expect(existsSync(library.readOnly?.folder ?? '')).toBe(false)
    expect(contents()).toEqual(before)
  },
)

test.each(FAULTS)(
  'a database that %s is gone on with when that is asked for, and is sound from then on',
  async (_what, _fault, harm) => {
    await madeLibrary()
    await harm()

    expect(found({ adopt: true })).toBeUndefined()

    expect(found()).toBeUndefined()
    expect(existsSync(at(`blobs/b9/${HASH}`))).toBe(true)
  },
)

test('what gives way to an empty database lies in the folder for what was set aside', async () => {
  await madeLibrary()
  writeFileSync(at('library.db'), 'x'.repeat(9000))

  found({ adopt: true })

  const [stamp = ''] = readdirSync(at('set-aside'))
  expect(readFileSync(at(`set-aside/${stamp}/library.db`), 'utf8')).toBe('x'.repeat(9000))
})

/** Puts the database of another library, and the file beside it, in the place of the ones that are there. */
function replacePair(): void {
  const other = mkdtempSync(join(tmpdir(), 'tessera-identity-'))
  openLibrary(other, NOW).close()
  putPair(other)
  rmSync(other, { recursive: true })
}

const PAIR = ['library.db', 'library.identity.json']

function putPair(from: string): void {
  for (const name of [...PAIR, 'library.db-wal', 'library.db-shm']) rmSync(at(name), { force: true })
  for (const name of PAIR) copyFileSync(join(from, name), at(name))
}

/** A library with one workspace, to which a second one came after a copy of its database was made. */
async function grownLibrary(): Promise<void> {
  await madeLibrary()
  mkdirSync(at('backup'))
  for (const name of PAIR) copyFileSync(at(name), at(`backup/${name}`))
  const library = openLibrary(folder, NOW)
  await grow(library, 'second')
  library.close()
}

const nameBlob = () =>
  inDatabase(
    at('library.db'),
    `PRAGMA foreign_keys = OFF;
     INSERT INTO model (id, workspace_id, slug, name, type, blob, bytes, created_at) VALUES ('m', 1, 'm', 'm', 't', '${HASH}', 11, 0)`,
  )

/** A library whose files are on a disk that is not there. */
async function unmountedLibrary(): Promise<void> {
  await madeLibrary()
  nameBlob()
  renameSync(at('blobs'), at('elsewhere'))
}

const MISFITS: readonly (readonly [string, string, () => Promise<void>])[] = [
  ['are those of another library', 'files-foreign', () => madeLibrary().then(replacePair)],
  ['are newer than it', 'older', () => grownLibrary().then(() => putPair(at('backup')))],
  ['are missing', 'files-missing', unmountedLibrary],
  ['are gone from their folder', 'files-missing', () => unmountedLibrary().then(() => mkdirSync(at('blobs')))],
]

test.each(MISFITS)(
  'a database whose files %s is opened for reading alone, and nothing is written',
  async (_what, fault, harm) => {
    await harm()
    const before = contents()

    const library = openLibrary(folder, NOW)
    if (library.readOnly) library.seal(library.readOnly.faulty)
    const refused = grow(library, 'third')

    await expect(refused).rejects.toThrow('The library is read-only')
    library.close()
    expect(library.readOnly?.faulty).toEqual({ store: 'library', fault })
    expect(contents()).toEqual(before)
  },
)

test.each(MISFITS)('a database whose files %s is gone on with when that is asked for', async (_what, _fault, harm) => {
  await harm()

  expect(found({ adopt: true })).toBeUndefined()

  expect(found()).toBeUndefined()
})

test('files that come back after the library went on without them are told', async () => {
  await unmountedLibrary()
  found({ adopt: true })
  rmSync(at('blobs'), { recursive: true })
  renameSync(at('elsewhere'), at('blobs'))

  expect(found()).toBe('files-foreign')
  expect(found({ adopt: true })).toBeUndefined()

  expect(existsSync(at(`blobs/b9/${HASH}`))).toBe(true)
})

test('the right pair put back after a wrong one was shown is opened as ever', async () => {
  await grownLibrary()
  mkdirSync(at('latest'))
  for (const name of PAIR) copyFileSync(at(name), at(`latest/${name}`))
  replacePair()
  expect(found()).toBe('files-foreign')

  putPair(at('latest'))

  expect(found()).toBeUndefined()
})

test.each([
  ['none', () => rmSync(at('blobs/library.identity.json'))],
  ['a damaged one', () => writeFileSync(at('blobs/library.identity.json'), '{"id"')],
])('files among which there is %s of the identities get one at the next start', async (_what, harm) => {
  await madeLibrary()
  const told = readFileSync(at('blobs/library.identity.json'), 'utf8')
  harm()

  expect(found()).toBeUndefined()

  expect(JSON.parse(readFileSync(at('blobs/library.identity.json'), 'utf8')).id).toBe(JSON.parse(told).id)
  replacePair()
  expect(found()).toBe('files-foreign')
})

test('a folder of files that goes while the library is open gets no identity while it is gone', async () => {
  await madeLibrary()
  nameBlob()
  const library = openLibrary(folder, NOW)
  renameSync(at('blobs'), at('elsewhere'))
  mkdirSync(at('blobs'))
  await grow(library, 'second')
  library.close()

  expect(readdirSync(at('blobs'))).toEqual([])
  expect(found()).toBe('files-missing')
  rmSync(at('blobs'), { recursive: true })
  renameSync(at('elsewhere'), at('blobs'))
  expect(found()).toBeUndefined()
})

test('an accepted library is sound at the next start, and the right file put back later is told', async () => {
  await madeLibrary()
  renameSync(at('library.db'), at('kept.db'))
  const shown = openLibrary(folder, NOW)
  shown.readOnly?.adopt(NOW)
  shown.close()

  expect(found()).toBeUndefined()

  rmSync(at('library.db'))
  await copyFile(at('kept.db'), at('library.db'))
  expect(found()).toBe('foreign')
})

test('the right file put back is opened as ever', async () => {
  await madeLibrary()
  renameSync(at('library.db'), at('kept.db'))
  expect(found()).toBe('missing')

  renameSync(at('kept.db'), at('library.db'))

  expect(found()).toBeUndefined()
  const library = openLibrary(folder, NOW)
  expect((await library.workspaces.first())?.slug).toBe('first')
  library.close()
})

test.each([
  ['before the file was written', () => rmSync(at('library.identity.json'))],
  ['before the file counted', () => undefined],
])('a new library whose first start was killed %s is completed by the next one', async (_when, harm) => {
  await madeLibrary()
  inDatabase(at('library.db'), 'UPDATE identity SET is_confirmed = 0')
  harm()

  expect(found()).toBeUndefined()

  expect(existsSync(at('library.identity.json'))).toBe(true)
})

test('the file is never ahead of the database, and tells all changes when the library is closed', async () => {
  const library = openLibrary(folder, NOW)
  const revisionIn = () => Number(JSON.parse(readFileSync(at('library.identity.json'), 'utf8')).revision)
  await grow(library, 'first')
  await grow(library, 'second')
  expect(revisionIn()).toBe(0)

  await expect.poll(revisionIn).toBe(2)
  await grow(library, 'third')
  library.close()

  expect(revisionIn()).toBe(3)
})

test('an orphan comes back when a row names it again, when its bytes come in again, and goes after 30 days', async () => {
  putBlob()
  let days = 0
  const now = () => new Date(NOW.getTime() + days * 24 * 3600_000)
  const time = { now, before: (ageMs: number) => new Date(now().getTime() - ageMs) }
  const isSound = async () => true
  const store = () => openBlobStore(at('blobs'), { time })
  const isThere = () => existsSync(at(`blobs/b9/${HASH}`))
  const orphans = () => readdirSync(at('blobs/orphans'))

  expect(await (await store()).sweep(new Set(), async () => false)).toBe(0)
  expect(isThere()).toBe(true)
  expect(await (await store()).sweep(new Set(), isSound)).toBe(1)
  expect(isThere()).toBe(false)
  await (await store()).takeBack(async () => new Set([HASH]))
  expect(isThere()).toBe(true)

  await (await store()).sweep(new Set(), isSound)
  const blob = await (await store()).receive(
    (async function* () {
      yield Buffer.from('hello world')
    })(),
    100,
  )
  expect(blob.hash).toBe(HASH)
  const keeping = await store()
  await (
    await keeping.receive(
      (async function* () {
        yield Buffer.from('hello world')
      })(),
      100,
    )
  ).keep()
  expect([isThere(), orphans()]).toEqual([true, []])

  await (await store()).sweep(new Set(), isSound)
  days = 29
  await (await store()).sweep(new Set(), isSound)
  expect(orphans()).toHaveLength(1)
  days = 31
  await (await store()).sweep(new Set(), isSound)
  expect([isThere(), orphans()]).toEqual([false, []])
})
