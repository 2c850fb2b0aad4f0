import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { spawnEvents } from '#test/kit/event-process'
import { smallEvents } from '../../kit/event-bodies.ts'
import { eventLoad, KEEP_ALL } from '../../kit/event-load.ts'
import type { Ground } from '../../kit/ground.ts'
import { plainRow, type Row, timeRow } from '../../table.ts'

/** For a quick run: `TESSERA_BENCH_CREATES=100000`. */
const CREATES = Number(process.env['TESSERA_BENCH_CREATES'] ?? 1_000_000)
const FIRST = CREATES / 20
const CLIENTS = 16
/** Time in which memory of the last requests is freed. */
const SETTLE_MS = 3000
const MEGABYTE = 1e6

/** The oldest events are deleted continuously. */
const KEEP_FEW = { MAX_RECORDS: String(CREATES / 10) }

/**
 * Measures the memory of a store's process after a million events, against that after the first 50,000: once keeping
 * all, once deleting the oldest.
 */
export async function creatingMemory(ground: Ground): Promise<Row[]> {
  const all = await measure(await ground.folderFor('events-memory'), KEEP_ALL)
  const few = await measure(await ground.folderFor('events-memory'), KEEP_FEW)
  const name = `events: memory after ${CREATES} events`
  const note = `limit: after ${FIRST}`
  return [
    timeRow({ name, unit: 'MB', note }, [all], { target: 1 / 1.2 }),
    timeRow({ name: `${name}, a tenth is kept`, unit: 'MB', note }, [few]),
    plainRow({ name: 'events: create, all of these in a row', unit: 'events/s' }, [all.perSecond]),
  ]
}

async function measure(library: string, settings: Readonly<Record<string, string>>) {
  const events = spawnEvents(library, settings)
  try {
    const load = await eventLoad(await events.open(), Array.from({ length: CLIENTS }, smallEvents))
    await load.count(FIRST)
    const limit = await residentMegabytes(events.pid)
    const { perSecond } = await load.count(CREATES - FIRST)
    const ours = await residentMegabytes(events.pid)
    load.close()
    return { ours, limit, perSecond }
  } finally {
    await events.kill()
  }
}

async function residentMegabytes(pid: number): Promise<number> {
  await setTimeout(SETTLE_MS)
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
  if (kilobytes === undefined) throw new Error('The memory of a process can be read on Linux only')
  return (Number(kilobytes) * 1024) / MEGABYTE
}
