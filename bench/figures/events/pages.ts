import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { spawnEvents } from '#test/kit/event-process'
import { type KeptLine, keptLine, writeRequest } from '#test/kit/kept-line'
import { fillManyEvents } from '#test/kit/many-events'
import { startBareRoute } from '../../kit/bare-route.ts'
import { KEEP_ALL } from '../../kit/event-load.ts'
import type { Ground } from '../../kit/ground.ts'
import { alternate, quantile, type Round, timeOf } from '../../kit/rounds.ts'
import { plainRow, type Row, timeRow } from '../../table.ts'
import { type Asked, askedPages } from './asked-pages.ts'

/** For a quick run: `TESSERA_BENCH_EVENTS=1000000`. */
const EVENTS = Number(process.env['TESSERA_BENCH_EVENTS'] ?? 10_000_000)
/** Includes space for sorting in the database. */
const BYTES_PER_EVENT = 1700
const BLOCKS = 5
const ASKS = 100
const WARM_ASKS = 20
/** Limit for the 99th percentile. */
const SLOWEST_MS = 20

/**
 * Measures the 99th percentile of pages over HTTP from a store of ten million events, against a bare route that returns
 * the rows of a prepared statement on the same file. The time of the statement alone is reported too.
 */
export async function pages(ground: Ground): Promise<Row[]> {
  const library = await ground.folderFor('events-pages')
  await checkRoom(library)
  const path = join(library, 'events', 'events.db')
  fillManyEvents({ path, count: EVENTS, report: tell })
  process.stderr.write('\n')
  const events = spawnEvents(library, KEEP_ALL)
  const bare = await startBareRoute(path)
  const db = new Database(path, { readonly: true })
  try {
    const line = await keptLine(await events.open())
    const bareLine = await keptLine(bare.url)
    const rows: Row[] = []
    for (const page of askedPages(db)) rows.push(await measurePage(page, { line, bareLine, db }))
    const slowest = rows.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))[0]
    const round = { ours: slowest?.value ?? Number.NaN, limit: SLOWEST_MS }
    const health = await percentiles(() => get(line, '/health'))
    line.close()
    bareLine.close()
    return [
      ...rows,
      timeRow({ name: 'events: the slowest of these pages', unit: 'ms', note: slowest?.name ?? '' }, [round], {
        target: 1,
      }),
      plainRow({ name: 'events: a request that reads nothing', unit: 'ms' }, health),
    ]
  } finally {
    db.close()
    await bare.end()
    await events.kill()
    await rm(library, { recursive: true })
  }
}

async function checkRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const needed = EVENTS * BYTES_PER_EVENT
  if (bavail * bsize >= needed) return
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(1)
  throw new Error(
    `${EVENTS} events need ${gigabytes(needed)} GB of disk and ${gigabytes(bavail * bsize)} GB are free. Set TESSERA_BENCH_EVENTS to fewer, or TMPDIR to another disk`,
  )
}

function tell(made: number): void {
  if (made % 250_000 === 0 || made === EVENTS) process.stderr.write(`\r${made} of ${EVENTS} events are made`)
}

interface Lines {
  readonly line: KeptLine
  readonly bareLine: KeptLine
  readonly db: Database.Database
}

async function measurePage(
  { name, path, sql, params, isById = false }: Asked,
  { line, bareLine, db }: Lines,
): Promise<Row> {
  const statement = db.prepare<(string | number)[], string>(sql).pluck()
  const select = () => statement.all(...params())
  const rowsOf = () => bareLine.ask(writeRequest('POST', '/rows', JSON.stringify({ sql, params: params() })))
  const found = readPage(await get(line, path()), isById)
  const expected = select()
  if (found.length !== expected.length || found[0] !== expected.map(idOf)[0])
    throw new Error(`${name}: the page has ${found.length} events, the statement ${expected.length}, or they differ`)
  for (let nth = 0; nth < WARM_ASKS; nth += 1) {
    await get(line, path())
    await rowsOf()
  }
  const alone = late(await timesOf(select))
  const rounds: Round[] = []
  for (let block = 0; block < BLOCKS; block += 1) {
    const asks = await alternate(
      ASKS,
      () => timeOf(() => get(line, path())),
      () => timeOf(rowsOf),
    )
    rounds.push({ ours: late(asks.map(({ ours }) => ours)), limit: late(asks.map(({ limit }) => limit)) })
  }
  return timeRow(
    { name: `events: ${name}`, unit: 'ms', note: `${found.length} events; the statement alone ${alone.toFixed(2)}` },
    rounds,
    { target: 1 / 3 },
  )
}

async function percentiles(ask: () => Promise<unknown>): Promise<number[]> {
  const blocks: number[] = []
  for (let block = 0; block < BLOCKS; block += 1) blocks.push(late(await timesOf(ask)))
  return blocks
}

async function timesOf(ask: () => unknown): Promise<number[]> {
  const times: number[] = []
  for (let nth = 0; nth < ASKS; nth += 1) times.push(await timeOf(ask))
  return times
}

function late(times: readonly number[]): number {
  return quantile(times, 0.99)
}

async function get(line: KeptLine, path: string): Promise<string> {
  const heard = await line.ask(writeRequest('GET', path))
  if (heard?.status !== 200)
    throw new Error(`${path} is answered ${heard ? `${heard.status}: ${heard.body}` : 'with nothing'}`)
  return heard.body
}

const Known = z.object({ id: z.string() })

function readPage(text: string, isById: boolean): string[] {
  if (isById) return [idOf(text)]
  return z
    .object({ events: z.array(Known) })
    .parse(JSON.parse(text))
    .events.map(({ id }) => id)
}

function idOf(event: string): string {
  return Known.parse(JSON.parse(event)).id
}
