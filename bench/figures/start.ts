import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { BIG } from '../kit/big-library.ts'
import type { Ground } from '../kit/ground.ts'
import type { Round } from '../kit/rounds.ts'
import { type Row, timeRow } from '../table.ts'
import { packedStart } from './packed-start.ts'

const ROUNDS = 4
const LIMIT_S = 1.5

interface Case {
  readonly name: string
  readonly library: string
  readonly isWarm: boolean
}

interface Started extends Round {
  readonly peakBytes: number | undefined
}

/**
 * Measures from the start of the process to the studio's first page, with and without the compile cache of an earlier
 * start, and to a window.
 */
export async function start(ground: Ground): Promise<Row[]> {
  const caches = await ground.folderFor('compile-cache')
  const empty = await ground.folderFor('empty-library')
  const { folder: big } = await ground.bigLibrary()
  const cases: Case[] = [
    { name: 'start', library: empty, isWarm: true },
    { name: 'start, nothing compiled', library: empty, isWarm: false },
    { name: `start with ${BIG} pictures`, library: big, isWarm: true },
    { name: `start with ${BIG} pictures, nothing compiled`, library: big, isWarm: false },
  ]
  const started = new Map<Case, Started[]>(cases.map((each) => [each, []]))
  // The first start fills the compile cache and creates the library.
  const warm = join(caches, 'warm')
  await startOnce(ground, empty, warm)
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [each, times] of started) {
      const cache = each.isWarm ? warm : await mkdtemp(join(caches, 'cold-'))
      times.push(await startOnce(ground, each.library, cache))
    }
  }
  const rows = [...started].map(([{ name }, times]) => {
    const peaks = times.flatMap(({ peakBytes }) => peakBytes ?? [])
    const peakBytes = peaks.length > 0 ? Math.max(...peaks) : undefined
    return timeRow({ name, unit: 's', peakBytes }, times, { target: 1 })
  })
  return [...rows, await packedStart(ground)]
}

async function startOnce(ground: Ground, library: string, cache: string): Promise<Started> {
  const began = performance.now()
  const station = await ground.start(library, { NODE_COMPILE_CACHE: cache })
  const answer = await station.fetch('/')
  await answer.arrayBuffer()
  const ours = (performance.now() - began) / 1000
  if (answer.status !== 200) throw new Error(`The studio answered ${answer.status}`)
  return { ours, limit: LIMIT_S, peakBytes: await station.end() }
}
