import { startBareRoute } from '../../kit/bare-route.ts'
import { smallEvents } from '../../kit/event-bodies.ts'
import { eventLoad, KEEP_ALL } from '../../kit/event-load.ts'
import { type Ground, settleDisk } from '../../kit/ground.ts'
import { alternate, quantile } from '../../kit/rounds.ts'
import { plainRow, type Row, rateRow } from '../../table.ts'

const ROUNDS = 7
const ROUND_MS = 3000
const CLIENTS = 16

/**
 * Measures storing events of 1 KB from 16 clients until each is on disk, against a bare route that parses the same
 * bodies and stores nothing.
 */
export async function creating(ground: Ground): Promise<Row[]> {
  const station = await ground.start(await ground.folderFor('events'), KEEP_ALL)
  const bare = await startBareRoute()
  const clients = Array.from({ length: CLIENTS }, smallEvents)
  const ours = await eventLoad(station.urls.events ?? '', clients)
  const limit = await eventLoad(bare.url, clients)
  const latencies: number[][] = []
  await ours.forMs(ROUND_MS)
  await limit.forMs(ROUND_MS)
  const rounds = await alternate(
    ROUNDS,
    async () => {
      await settleDisk()
      const load = await ours.forMs(ROUND_MS)
      latencies.push([...load.latencies])
      return load.perSecond
    },
    async () => (await limit.forMs(ROUND_MS)).perSecond,
  )
  ours.close()
  limit.close()
  await bare.end()
  const peakBytes = await station.end()
  const at = (share: number) => latencies.map((each) => quantile(each, share))
  return [
    rateRow({ name: 'events: create, 16 clients', unit: 'events/s', peakBytes }, rounds, { target: 0.5 }),
    plainRow({ name: 'events: create, half are answered within', unit: 'ms' }, at(0.5)),
    plainRow({ name: 'events: create, 99 % are answered within', unit: 'ms' }, at(0.99)),
  ]
}
