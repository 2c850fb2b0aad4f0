import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { imageEvents, type MarkedJpeg, markedJpeg } from '../../kit/event-bodies.ts'
import { eventLoad, KEEP_ALL } from '../../kit/event-load.ts'
import { type Ground, settleDisk } from '../../kit/ground.ts'
import { alternate, quantile } from '../../kit/rounds.ts'
import { plainRow, type Row, rateRow } from '../../table.ts'

const ROUNDS = 5
const ROUND_MS = 3000
const CLIENTS = 16

/**
 * Measures storing events with a new JPEG of 200 KB from 16 clients, against as many writers that write and flush the
 * same bytes as files.
 */
export async function creatingWithJpeg(ground: Ground): Promise<Row[]> {
  const station = await ground.start(await ground.folderFor('events'), KEEP_ALL)
  const clients = await Promise.all(Array.from({ length: CLIENTS }, imageEvents))
  const jpegs = await Promise.all(Array.from({ length: CLIENTS }, markedJpeg))
  const load = await eventLoad(station.urls.events ?? '', clients)
  const latencies: number[][] = []
  await load.forMs(ROUND_MS)
  const rounds = await alternate(
    ROUNDS,
    async () => {
      await settleDisk()
      const { perSecond, latencies: each } = await load.forMs(ROUND_MS)
      latencies.push([...each])
      return perSecond
    },
    async () => {
      const folder = await ground.folderFor('bare-files')
      await settleDisk()
      // The files are kept until the end: freeing blocks slows down some file systems for a while.
      return writeBare(folder, jpegs)
    },
  )
  load.close()
  const peakBytes = await station.end()
  const late = latencies.map((each) => quantile(each, 0.99))
  return [
    rateRow({ name: 'events: create with a JPEG of 200 KB', unit: 'events/s', peakBytes }, rounds, { target: 0.5 }),
    plainRow({ name: 'events: with a JPEG, 99 % are answered within', unit: 'ms' }, late),
  ]
}

/** Returns the number of files written and flushed per second. */
async function writeBare(folder: string, jpegs: readonly MarkedJpeg[]): Promise<number> {
  const began = performance.now()
  const end = began + ROUND_MS
  let written = 0
  await Promise.all(
    jpegs.map(async (jpeg) => {
      while (performance.now() < end) {
        written += 1
        await writeSynced(join(folder, `${written}.jpg`), jpeg.next())
      }
    }),
  )
  return written / ((performance.now() - began) / 1000)
}

async function writeSynced(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.sync()
  await file.close()
}
