import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Migration, migrate } from '#storage/kit/migrate'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'
import { furnish, type Reads, readsOf } from '../../../kit/furnished-library.ts'
import { removeFolder } from '../../../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../../../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../../../kit/two-versions.ts'

/** Values that a flipped bit or a foreign program can leave in a column that SQLite itself does not check. */
const SPOILT = ["'#§'", '-1', `'{"a":'`, `'[]'`, '9007199254740993', '9223372036854775807'] as const

let folder: string
let library: string
let station: StationProcess
let made: TwoVersions
let reads: Reads

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-columns-'))
  library = join(folder, 'library')
  station = await startStation(library, ['--only', 'studio,management'])
  made = await makeTwoVersions(station)
  reads = readsOf(station, await furnish(station, made))
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

/** Every table of a library, as its layouts make them. */
function tablesOf(migrations: readonly Migration[]): readonly string[] {
  const db = new Database(':memory:')
  migrate(db, migrations)
  const names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
  return db.prepare<[], string>(names).pluck().all()
}

/** Tables that have no row here, each with the reason. */
const EMPTY: Readonly<Record<string, string>> = {
  import_mark: 'Rows are there only while the labels of a dataset are imported',
  merged_class: 'Only the undo of a merge reads it',
  search_export_image: 'Rows are there only until the archive is made',
}

const TABLES = tablesOf(LIBRARY_MIGRATIONS)

/** The database behind the station's back, without the rules between its tables: rot keeps none. */
function openLibrary(): Database.Database {
  const db = new Database(join(library, 'library.db'))
  db.pragma('foreign_keys = OFF')
  // A renamed table leaves the texts of all others as they are.
  db.pragma('legacy_alter_table = ON')
  return db
}

/** How a call ends: `ok`, or the sentence of its refusal, or the fault that nobody is to see. */
async function endOf(read: () => Promise<unknown>): Promise<string> {
  return read().then(
    () => 'ok',
    (failure: unknown) => (Object(failure).code === 'REFUSED' ? 'refused' : String(failure)),
  )
}

/** How each of the calls ends, all of them at once. */
async function endsOf(calls: Reads): Promise<readonly (readonly [string, string])[]> {
  return Promise.all(Object.entries(calls).map(async ([call, read]) => [call, await endOf(read)] as const))
}

/** The calls that ask for something of the table: those that fail without it. The others cannot see what its rows hold. */
async function readersOf(db: Database.Database, table: string): Promise<Reads> {
  db.exec(`ALTER TABLE ${table} RENAME TO away`)
  try {
    const failed = new Set((await endsOf(reads)).filter(([, end]) => end !== 'ok').map(([call]) => call))
    return Object.fromEntries(Object.entries(reads).filter(([call]) => failed.has(call)))
  } finally {
    db.exec(`ALTER TABLE away RENAME TO ${table}`)
  }
}

interface Column {
  readonly table: string
  readonly name: string
}

/**
 * Spoils a column of one row of the table (of images: the one that the calls name), makes the calls, and puts the value back. What did not
 * end in `ok` or a sentence; undefined where a rule of the database keeps the value out.
 */
async function faultsWith(
  db: Database.Database,
  { table, name }: Column,
  { spoilt, calls }: { readonly spoilt: string; readonly calls: Reads },
): Promise<string[] | undefined> {
  const keys = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0').pluck().all(table)
  const which = table === 'image' ? `WHERE name = 'coffee.jpg'` : ''
  const row = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ${which} LIMIT 1`).get() ?? {}
  const others = keys.filter((key) => key !== name)
  const where = [...others.map((key) => `${key} IS @${key}`), 'TRUE'].join(' AND ')
  try {
    db.prepare(`UPDATE ${table} SET ${name} = ${spoilt} WHERE ${where} AND ${name} IS @${name}`).run(row)
  } catch {
    return undefined
  }
  const faults = (await endsOf(calls)).flatMap(([call, end]) =>
    end === 'ok' || end === 'refused' ? [] : [`${table}.${name} = ${spoilt}: ${call}: ${end}`],
  )
  // Deletes a row that a background task made in place of the damaged one.
  db.prepare(
    `UPDATE OR REPLACE ${table} SET ${name} = @${name} WHERE ${where} AND (${name} IS ${spoilt} OR ${name} IS CAST(${spoilt} AS REAL))`,
  ).run(row)
  return faults
}

test('every table has a row that can be damaged, or a reason why it has none', () => {
  const db = openLibrary()
  const empty = TABLES.filter((table) => db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() === undefined)
  db.close()

  expect(empty).toEqual(Object.keys(EMPTY))
})

describe('one damaged column of one row', () => {
  test.for(TABLES.filter((table) => !(table in EMPTY)))(
    'of %s costs no call its answer or its sentence',
    async (table) => {
      const db = openLibrary()
      try {
        const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
        const readers = await readersOf(db, table)
        // The first damage is shown to all calls: that the others read nothing of the table is seen there.
        let calls = reads
        const faults: string[] = []
        for (const [name, spoilt] of columns.flatMap((name) => SPOILT.map((value) => [name, value] as const))) {
          const found = await faultsWith(db, { table, name }, { spoilt, calls })
          if (found === undefined) continue
          faults.push(...found)
          calls = readers
        }
        expect(columns).not.toEqual([])
        expect(faults).toEqual([])
      } finally {
        db.close()
      }
    },
  )

  test('costs lists that row alone, and nothing is left of it when it is mended', async () => {
    const ends = await Promise.all(Object.values(reads).map(endOf))
    expect(new Set(ends)).toEqual(new Set(['ok']))
    const db = openLibrary()
    db.prepare(`UPDATE label_class SET id = '#§' WHERE name = 'cup'`).run()
    db.prepare(`UPDATE image SET id = '#§' WHERE name = 'coffee.jpg'`).run()
    db.close()

    const { project } = made
    const classes = await station.studio.projects.classes.list({ project })
    expect(classes.map(({ name }) => name)).toEqual(['pet', 'coin'])
    expect(await station.studio.images.ids({ project, filter: {}, sort: 'name' })).toHaveLength(2)
  })

  test.each(['9007199254740993', '9223372036854775807'])(
    'of a version that became %s is told to whoever exports it',
    async (id) => {
      const { project } = made
      const db = openLibrary()
      const [old] = db.prepare<[], number>('SELECT id FROM version WHERE number = 1').pluck().all()
      db.prepare(`UPDATE version SET id = ${id} WHERE number = 1`).run()
      const started = station.studio.exports.start({ project, version: 1, format: 'createml' })
      await expect(started).rejects.toThrow('Version 1 is damaged in the database')
      db.prepare('UPDATE version SET id = ? WHERE number = 1').run(old)
      db.close()
    },
  )

  test('of a version lets it be deleted and restored', async () => {
    const { project } = made
    const db = openLibrary()
    db.prepare(`UPDATE version SET state = '#§' WHERE number = 1`).run()
    await station.studio.trash.moveVersion({ project, version: 1 })
    expect((await station.studio.versions.list({ project })).map(({ number }) => number)).toEqual([2])
    db.prepare('UPDATE version SET trashed_at = -7 WHERE number = 1').run()
    db.close()

    const [version] = (await station.studio.trash.list()).filter(({ kind }) => kind === 'version')
    expect(version).toMatchObject({ number: 1, project: { name: 'Kitchen' } })
  })
})
