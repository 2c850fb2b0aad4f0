import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { StationProcess } from '../kit/station-process.ts'

type Killable = Pick<StationProcess, 'kill'>

export interface Moment {
  readonly afterMs: number
  /** A condition that must be met before, however slow the machine is. */
  readonly once?: () => boolean
}

/** Lets the activity run until the moment, kills the station, and swallows only what the cut line makes of the calls in flight. */
export async function killDuring(
  activity: Promise<void>,
  station: Killable,
  { afterMs, once = () => true }: Moment,
): Promise<void> {
  let isOver = false
  const failure = activity.then(
    () => new Error('The activity ended by itself'),
    (reason: unknown) => reason,
  )
  const moment = async () => {
    await setTimeout(afterMs)
    while (!once() && !isOver) await setTimeout(5)
  }
  const early = await Promise.race([failure, moment()])
  isOver = true
  await station.kill()
  if (early !== undefined) throw early
  await failure
}

/** Kills the station while it works by itself. */
export async function killAfter(station: Killable, ms: number): Promise<void> {
  await setTimeout(ms)
  await station.kill()
}

/** Numbers in [0, 1) that are the same in every run of the suite. */
export function seededChance(seed: string): () => number {
  let drawn = 0
  return () => {
    drawn += 1
    return createHash('sha256').update(`${seed}|${drawn}`).digest().readUInt32LE() / 2 ** 32
  }
}
