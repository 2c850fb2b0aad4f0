import { statfs } from 'node:fs/promises'
import { sweepFiles } from '#core/events/files/file-sweep'
import { eventUpkeep, type UpkeepDependencies } from '#core/events/upkeep'
import { once } from '../stores/once.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3600_000

interface Dependencies extends UpkeepDependencies {
  readonly warn: (message: string) => void
  /** Looks up the free bytes of the disk. */
  readonly look: () => Promise<void>
  /** Whether the database is sound. */
  readonly isSound: (signal: AbortSignal) => Promise<boolean>
}

export interface RunningUpkeep {
  /** Everything that is due, now; resolves when it is done. */
  round(): Promise<void>
  /** Sweeps the files now. */
  sweep(): Promise<void>
  /** The store has changed: makes room soon if there is too much. */
  changed(): void
  /** Ends after the batch that is under way. */
  stop(): Promise<void>
}

/** The upkeep of a store that is read-only. */
export function noUpkeep({ look }: Pick<Dependencies, 'look'>): RunningUpkeep {
  const nothing = async () => undefined
  return { round: look, sweep: nothing, changed: () => undefined, stop: nothing }
}

/** Does what is due at the start and every minute, and sweeps the files at the start and every day. */
export function runUpkeep({ look, isSound, ...dependencies }: Dependencies): RunningUpkeep {
  const stopping = new AbortController()
  const { signal } = stopping
  const upkeep = eventUpkeep(dependencies)
  const rounds = oneByOne()
  const sweeps = oneByOne()
  let isRoomDue = false

  const round = () =>
    rounds(async () => {
      await look()
      await upkeep.round(signal)
    })

  // A sweep takes long where there are many files: room is made beside it.
  const sweep = () =>
    sweeps(() =>
      sweepFiles({ ...dependencies, isSound: once(() => isSound(signal)) }, signal).catch((failure: unknown) =>
        dependencies.logFailure('The files of events could not be swept', failure),
      ),
    )

  function changed(): void {
    if (isRoomDue || !upkeep.isOverfull()) return
    isRoomDue = true
    void rounds(async () => {
      isRoomDue = false
      if (upkeep.isOverfull()) await upkeep.makeRoom(signal)
    })
  }

  void round()
  void sweep()
  const timers = [setInterval(() => void round(), MINUTE_MS), setInterval(() => void sweep(), DAY_MS)]
  for (const timer of timers) timer.unref()
  return {
    round,
    sweep,
    changed,
    async stop() {
      for (const timer of timers) clearInterval(timer)
      stopping.abort()
      await Promise.all([rounds(async () => undefined), sweeps(async () => undefined)])
    },
  }
}

/** Runs work in the order in which it comes, one after the other. */
function oneByOne() {
  let last = Promise.resolve()
  return (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}

/** The free bytes of a folder's disk; undefined where they cannot be told. */
export async function freeBytesOf(folder: string): Promise<number | undefined> {
  const disk = await statfs(folder).catch(() => undefined)
  return disk && disk.bavail * disk.bsize
}

const LOOK_MS = 2000

/** Knows how much room the disk had a moment ago: asking the system for every request would hold each of them up. */
export function diskRoom(freeBytes: () => Promise<number | undefined>) {
  let latest: number | undefined
  const look = async () => {
    latest = await freeBytes()
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return { look, freeBytes: () => latest, stop: () => clearInterval(timer) }
}
