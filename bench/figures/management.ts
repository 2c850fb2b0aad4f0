import Database from 'better-sqlite3'
import type { BigLibrary } from '../kit/big-library.ts'
import { fillForSearch } from '../kit/big-search.ts'
import type { BenchStation, Ground } from '../kit/ground.ts'
import { alternate, timeOf } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

/**
 * Limit for any first page, count or report of 100,000 images with a million annotations, when it was requested before.
 */
const LIMIT_MS = 100
const ROUNDS = 15

const ASKED: readonly { readonly name: string; readonly path: string; readonly json?: object }[] = [
  { name: 'workspace', path: '/bench' },
  { name: 'project', path: '/bench/big' },
  { name: 'health', path: '/bench/big/health' },
  { name: 'batches', path: '/bench/big/batches' },
  { name: 'jobs', path: '/bench/big/jobs' },
  { name: 'trash', path: '/bench/trash' },
  {
    name: 'search in a project',
    path: '/bench/big/search',
    json: { prompt: 'class:"class 7" split:train', limit: 50 },
  },
  { name: 'search in the workspace', path: '/bench/search/v1', json: { query: 'tag:tag3', pageSize: 50 } },
]

/** The minimal queries for the same answers. @project is the project's id. */
const BARE: readonly { readonly name: string; readonly path: string; readonly statements: readonly string[] }[] = [
  {
    name: 'project',
    path: '/bench/big',
    statements: [
      `SELECT split, count(*), count(*) FILTER (WHERE shapes = 0 AND is_null = 0) FROM image
        WHERE project_id = @project AND trashed_at IS NULL GROUP BY split`,
      'SELECT name, color, shapes FROM label_class WHERE project_id = @project ORDER BY position',
    ],
  },
  {
    name: 'health',
    path: '/bench/big/health',
    statements: [
      `SELECT split, count(*), sum(shapes), sum(is_null) FROM image
        WHERE project_id = @project AND trashed_at IS NULL GROUP BY split`,
      'SELECT name, shapes, images FROM label_class WHERE project_id = @project ORDER BY position',
      `SELECT width, height, count(*) FROM image
        WHERE project_id = @project AND trashed_at IS NULL GROUP BY width, height`,
    ],
  },
  {
    name: 'batches',
    path: '/bench/big/batches',
    statements: [
      `SELECT b.name, b.created_at, count(*) FROM image i JOIN batch b ON b.id = i.batch_id
        WHERE i.project_id = @project AND i.trashed_at IS NULL GROUP BY b.id`,
    ],
  },
]

/** Measures the management API over HTTP on a large library. */
export async function management(ground: Ground): Promise<Row[]> {
  const big = await ground.bigLibrary()
  fillForSearch(big)
  const station = await ground.start(big.folder)
  const rows: Row[] = []
  for (const { name, path, json } of ASKED) {
    const ask = () => request(station, path, json)
    await ask()
    const rounds = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push({ ours: await timeOf(ask), limit: LIMIT_MS })
    rows.push(timeRow({ name: `management: ${name}`, unit: 'ms' }, rounds, { target: 1 }))
  }
  rows.push(...(await againstStatements(station, big)))
  const peakBytes = await station.end()
  return rows.map((row, nth) => (nth === rows.length - 1 && peakBytes !== undefined ? { ...row, peakBytes } : row))
}

/** Returns answers over HTTP as ratios to the bare statements behind them. */
async function againstStatements(station: BenchStation, { database, project }: BigLibrary): Promise<Row[]> {
  const db = new Database(database, { readonly: true })
  try {
    const rows: Row[] = []
    for (const { name, path, statements } of BARE) {
      const prepared = statements.map((sql) => db.prepare(sql))
      const bare = () => prepared.map((statement) => statement.all({ project: project.id }))
      const ask = () => request(station, path, undefined)
      await ask()
      const rounds = await alternate(
        ROUNDS,
        () => timeOf(ask),
        () => timeOf(bare),
      )
      rows.push(timeRow({ name: `management: ${name}, to its statements`, unit: 'ms' }, rounds, { target: 0.5 }))
    }
    return rows
  } finally {
    db.close()
  }
}

async function request({ urls }: BenchStation, path: string, json: object | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' }
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) }
  const response = await fetch(new URL(path, urls.management), init)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
}
