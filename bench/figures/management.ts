import { fillForSearch } from '../kit/big-search.ts'
import type { BenchStation, Ground } from '../kit/ground.ts'
import { timeOf } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'

/** No first page, count or report of 100,000 pictures with a million labels takes longer, once it was asked for before. */
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

/** The management API over HTTP on a large library. */
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
  const peakBytes = await station.end()
  return rows.map((row, nth) => (nth === rows.length - 1 && peakBytes !== undefined ? { ...row, peakBytes } : row))
}

async function request({ urls }: BenchStation, path: string, json: object | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${urls.apiKey}`, 'content-type': 'application/json' }
  const init = json === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(json) }
  const response = await fetch(new URL(path, urls.management), init)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path} was answered ${response.status}`)
}
