import { createHash } from 'node:crypto'
import type { StationProcess } from '../kit/station-process.ts'

/** Lets the activity run for a while, kills the station, and swallows only what the cut line makes of the calls in flight. */
export async function killDuring(activity: Promise<void>, station: StationProcess, afterMs: number): Promise<void> {
  const failure = activity.then(
    () => new Error('The activity ended by itself'),
    (reason: unknown) => reason,
  )
  const early = await Promise.race([failure, new Promise<undefined>((resolve) => setTimeout(resolve, afterMs))])
  await station.kill()
  if (early !== undefined) throw early
  await failure
}

/** Numbers in [0, 1) that are the same in every run of the suite. */
export function seededChance(seed: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${seed}|${drawn}`).digest().readUInt32LE() / 2 ** 32
  }
}
