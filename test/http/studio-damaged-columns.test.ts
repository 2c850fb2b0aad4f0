import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RebalanceRequest } from '#common/contract/splits'
import { ClassId } from '#common/ids'
import { removeFolder } from '../kit/remove-folder.ts'
import { type StationProcess, startStation } from '../kit/station-process.ts'
import { makeTwoVersions, type TwoVersions } from '../kit/two-versions.ts'

/** Values that a flipped bit or a foreign program can leave in a column that SQLite itself does not check. */
const SPOILT = ["'#§'", '-1', `'{"a":'`, `'[]'`, '9007199254740993', '9223372036854775807'] as const

let folder: string
let library: string
let station: StationProcess
let made: TwoVersions
let pair: { readonly from: ClassId; readonly into: ClassId }
let reads: Readonly<Record<string, () => Promise<unknown>>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-columns-'))
  library = join(folder, 'library')
  station = await startStation(library, ['--only', 'studio,management'])
  made = await makeTwoVersions(station)
  await furnish()
  reads = readsOf()
})

afterAll(async () => {
  await station.kill()
  await removeFolder(folder)
})

/** A row in each table that people fill. */
async function furnish(): Promise<void> {
  const { studio } = station
  const { project, images } = made
  const image = images['coffee.jpg']
  const classes = await studio.projects.classes.list({ project })
  const [from, into] = [classes[0]?.id, classes[1]?.id].map((id) => ClassId.parse(id))
  if (from && into) pair = { from, into }
  const { batches } = await studio.images.facets({ project })
  const job = { name: 'Deck', labeler: 'Ada', reviewer: '', instructions: '', images: 1 }
  for (const { id } of batches) await studio.jobs.create({ project, batch: id, ...job })
  await studio.comments.add({ project, image, text: 'Look', by: 'Bo', place: null })
  const shows = { layout: 'grid', filter: {}, sort: 'name' } as const
  await studio.savedViews.save({ project, name: 'Mine', shows })
  await studio.bulk.run({ project, picked: { images: [image] }, act: { kind: 'split', split: 'test' } })
  await studio.folders.create({ name: 'Shelf', parentId: null })
  const gone = await studio.projects.create({ name: 'Gone', type: 'object-detection' })
  await studio.trash.moveProject({ project: gone.slug })
}

/** The calls of the pages of a project. */
function readsOf() {
  const { studio } = station
  const { project, images } = made
  const image = images['coffee.jpg']
  const page = { offset: 0, limit: 10 }
  const listed = { project, filter: {}, sort: 'name', ...page } as const
  return {
    'session.read': () => studio.session.read(),
    'projects.list': () => studio.projects.list(),
    'projects.damaged': () => studio.projects.damaged(),
    'classes.previewMerge': () => studio.classes.previewMerge({ project, ...pair }),
    'classes.list': () => studio.projects.classes.list({ project }),
    'images.page': () => studio.images.page(listed),
    'images.rows': () => studio.images.rows(listed),
    'images.ids': () => studio.images.ids({ project, filter: {}, sort: 'name' }),
    'images.facets': () => studio.images.facets({ project }),
    'images.search': () => studio.images.page({ ...listed, filter: { search: 'class:cup' }, sort: 'most-shapes' }),
    'images.outlines': () => studio.images.outlines({ project, images: [image] }),
    'annotations.open': () => studio.annotations.open({ project, image }),
    'annotations.history': () => studio.annotations.history({ project, image, ...page }),
    'comments.list': () => studio.comments.list({ project, image }),
    'savedViews.list': () => studio.savedViews.list({ project }),
    'bulk.log': () => studio.bulk.log({ project }),
    'jobs.board': () => studio.jobs.board({ project }),
    'versions.list': () => studio.versions.list({ project }),
    'versions.read': () => studio.versions.read({ project, version: 1 }),
    'exports.describe': () => studio.exports.describe({ project, version: 1, format: 'coco' }),
    'exports.formats': () => studio.exports.formats({ project, version: 1 }),
    'health.read': () => studio.health.read({ project }),
    'splits.preview': () => studio.splits.preview({ project, page, request: REBALANCE }),
    'folders.list': () => studio.folders.list(),
    'keys.list': () => studio.keys.list(),
    'keys.folders': () => studio.keys.folders(),
    'tasks.list': () => studio.tasks.list(),
    'trash.list': () => studio.trash.list(),
    'versions.plan': () => studio.versions.plan({ project, settings: { preprocessing: {}, augmentation: {} } }),
    'versions.next': () => studio.versions.next({ project }),
    'health.heat': () => studio.health.heat({ project, classId: null }),
    'exports.describePicked': () => studio.exports.describePicked({ project, format: 'coco', picked: { filter: {} } }),
    workspace: () => managed(''),
    project: () => managed(`/${project}`),
    health: () => managed(`/${project}/health`),
    search: () =>
      managed(`/${project}/search`, { prompt: '', fields: ['id', 'name', 'created', 'labels', 'width', 'height'] }),
    image: () => managed(`/${project}/images/${image}`),
    original: () => managed(`/${image}/original.jpg`),
  }
}

/** A request to the management API, which throws where the server fails without a sentence about what is damaged. */
async function managed(path: string, json?: object): Promise<void> {
  const { management, workspace, apiKey } = station.urls
  const headers = { authorization: `Bearer ${apiKey}`, ...(json && { 'content-type': 'application/json' }) }
  const init = json ? { method: 'POST', headers, body: JSON.stringify(json) } : { headers }
  const answer = await fetch(`${management}/${workspace}${path}`, init)
  const text = await answer.text()
  if (answer.status >= 500 && !text.includes('damaged')) throw new Error(`${answer.status} ${text}`)
}

const REBALANCE: RebalanceRequest = {
  shares: { train: 70, valid: 20, test: 10 },
  mode: 'rebalance',
  grouping: 'global',
  classes: [],
  seed: '00112233445566778899aabbccddeeff',
}

const TABLES = [
  ...['project', 'folder', 'folder_project', 'label_class', 'image', 'shape', 'batch', 'operation', 'version'],
  ...['version_image', 'version_source', 'comment', 'annotation_job', 'job_image', 'saved_view', 'bulk_act', 'api_key'],
  'task',
]

/** The database behind the station's back, without the rules between its tables: rot keeps none. */
function openLibrary(): Database.Database {
  const db = new Database(join(library, 'library.db'))
  db.pragma('foreign_keys = OFF')
  return db
}

/** How a call ends: `ok`, or the sentence of its refusal, or the fault that nobody is to see. */
async function endOf(read: () => Promise<unknown>): Promise<string> {
  return read().then(
    () => 'ok',
    (failure: unknown) => (Object(failure).code === 'REFUSED' ? 'refused' : String(failure)),
  )
}

interface Column {
  readonly table: string
  readonly name: string
}

/** Spoils a column of one row of the table (of images: the one that the calls name), asks for everything, and puts the value back. What did not end in `ok` or a sentence. */
async function faultsWith(db: Database.Database, { table, name }: Column, spoilt: string): Promise<string[]> {
  const keys = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0').pluck().all(table)
  const which = table === 'image' ? `WHERE name = 'coffee.jpg'` : ''
  const row = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table} ${which} LIMIT 1`).get() ?? {}
  const others = keys.filter((key) => key !== name)
  const where = [...others.map((key) => `${key} IS @${key}`), 'TRUE'].join(' AND ')
  try {
    db.prepare(`UPDATE ${table} SET ${name} = ${spoilt} WHERE ${where} AND ${name} IS @${name}`).run(row)
  } catch {
    // A rule of the database keeps this value out.
    return []
  }
  const faults: string[] = []
  for (const [call, read] of Object.entries(reads)) {
    const end = await endOf(read)
    if (end !== 'ok' && end !== 'refused') faults.push(`${table}.${name} = ${spoilt}: ${call}: ${end}`)
  }
  db.prepare(
    `UPDATE ${table} SET ${name} = @${name} WHERE ${where} AND (${name} IS ${spoilt} OR ${name} IS CAST(${spoilt} AS REAL))`,
  ).run(row)
  return faults
}

describe('one damaged column of one row', () => {
  test.for(TABLES)('of %s costs no call its answer or its sentence', { timeout: 60_000 }, async (table) => {
    const db = openLibrary()
    try {
      const columns = db.prepare<[string], string>('SELECT name FROM pragma_table_info(?)').pluck().all(table)
      const faults: string[] = []
      for (const name of columns) {
        for (const spoilt of SPOILT) faults.push(...(await faultsWith(db, { table, name }, spoilt)))
      }
      expect(columns).not.toEqual([])
      expect(faults).toEqual([])
    } finally {
      db.close()
    }
  })

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
