import type { BlobHash } from '#common/ids'
import type { AgeClock } from '../time/age-clock.ts'
import type { StoreClock } from '../time/store-clock.ts'
import { batchPace } from './batch-pace.ts'
import type { EventMedia, EventStore, Removal, StoreTotals } from './ports.ts'
import type { EventSettings } from './settings.ts'
import { surplus } from './surplus.ts'

/** Drafts of one commit. */
const DRAFT_BATCH = 50
/** Files of one removal: they are deleted in one turn of the event loop. */
export const FILE_BATCH = 100
const DAY_MS = 24 * 3600_000

export interface UpkeepDependencies {
  readonly store: EventStore
  readonly media: EventMedia
  readonly settings: EventSettings
  readonly clock: StoreClock
  readonly ages: Pick<AgeClock, 'before'>
  /** Milliseconds since any moment, which nobody can set. */
  readonly elapsedMs: () => number
  readonly logFailure: (message: string, failure: unknown) => void
}

/** Keeps the store within what its operator allows: makes old drafts final, and deletes what is too old or too much. */
export function eventUpkeep({ store, media, settings, clock, ages, elapsedMs, logFailure }: UpkeepDependencies) {
  const { draftSeconds, retentionDays } = settings
  const sparesUnsent = settings.upload !== undefined
  const pace = batchPace(elapsedMs)
  /** So many events looked as if they might go the last time that none could. */
  let barren = 0
  /** Since the start. */
  let isCounted = false

  async function finalizeDrafts(signal: AbortSignal): Promise<void> {
    if (draftSeconds === 0) return
    const before = ages.before(draftSeconds * 1000)
    for (let made = DRAFT_BATCH; made === DRAFT_BATCH && !signal.aborted; )
      made = await store.writer.finalizeOld(before, clock.now(), DRAFT_BATCH, sparesUnsent)
  }

  async function removeOld(signal: AbortSignal): Promise<void> {
    if (retentionDays === 0) return
    const before = ages.before(retentionDays * DAY_MS)
    for (let isMore = true; isMore && !signal.aborted; ) {
      const limit = pace.size()
      isMore = (await pace.run(() => remove({ limit, before, sparesUnsent }))) === limit
    }
  }

  function makeRoom(signal: AbortSignal): Promise<void> {
    return attempt('No room could be made for events', async () => {
      await recountOnce()
      await removeSurplus(signal)
    })
  }

  /** Before anything goes for want of room, what the store is said to hold is counted: a damaged number must not cost events. */
  async function recountOnce(): Promise<void> {
    if (isCounted || surplus(store.totals(), settings) === 0) return
    const told = store.totals()
    if (await store.writer.recount())
      logFailure('The event store was counted anew: its totals were wrong', { told, counted: store.totals() })
    isCounted = true
  }

  /** Deletes the oldest events until the store is within its limits or nothing more may go. */
  async function removeSurplus(signal: AbortSignal): Promise<void> {
    let before = Number.POSITIVE_INFINITY
    while (!signal.aborted) {
      const excess = surplus(store.totals(), settings)
      if (excess === 0) return
      const limit = Math.min(pace.size(), excess)
      barren = removable(store.totals(), sparesUnsent)
      if ((await pace.run(() => remove({ limit, sparesUnsent }), excess > before)) === 0) return
      barren = 0
      before = excess
    }
  }

  async function remove(removal: Removal): Promise<number> {
    const { events, freed } = await store.writer.removeOldest(removal)
    // Files that cannot be deleted now are found by their next sweep.
    await attempt('Files of deleted events could not be deleted', () => deleteFiles(freed))
    return events
  }

  async function deleteFiles(freed: readonly BlobHash[]): Promise<void> {
    for (let from = 0; from < freed.length; from += FILE_BATCH)
      await media.remove(freed.slice(from, from + FILE_BATCH), store.reader.namedAmong)
  }

  async function attempt(message: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (failure) {
      logFailure(message, failure)
    }
  }

  return {
    /** Everything that is due; a part that fails does not keep the others from being done. */
    async round(signal: AbortSignal): Promise<void> {
      await attempt('Old drafts could not be made final', () => finalizeDrafts(signal))
      await attempt('Old events could not be deleted', () => removeOld(signal))
      await makeRoom(signal)
    },

    makeRoom,

    /** Whether there is more than the limits allow, and something that may go. Quick: it is asked after every write. */
    isOverfull(): boolean {
      const free = removable(store.totals(), sparesUnsent)
      barren = Math.min(barren, free)
      return free > barren && surplus(store.totals(), settings) > 0
    },
  }
}

/** No more events than these may go. */
function removable({ events, drafts, unsent }: StoreTotals, sparesUnsent: boolean): number {
  return sparesUnsent ? events - drafts - unsent : events
}
