import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { StoreTotals } from './ports.ts'
import type { EventSettings } from './settings.ts'

export type Capacity = ReturnType<typeof capacityOf>

interface CapacitySources {
  readonly totals: () => StoreTotals
  readonly settings: EventSettings
  /** Free bytes of the disk, as last looked up; undefined before. */
  readonly freeBytes: () => number | undefined
}

/** One event's place in the store. */
export interface Room {
  giveBack(): void
}

/**
 * Whether the store takes more. Without upload it always does while the disk has room: the oldest events make place. With upload nothing
 * may go before it was sent, so a full store refuses until the upload has drained.
 */
export function capacityOf({ totals, settings, freeBytes }: CapacitySources) {
  /** Events that were let in and are not counted yet. */
  let coming = 0

  function check(): Result<void, Refusal> {
    const free = freeBytes()
    if (free !== undefined && free < settings.minFreeBytes)
      return refuse('event-disk-nearly-full', { free: free / GB, spared: settings.minFreeBytes / GB })
    if (settings.upload === undefined) return ok(undefined)
    const { events, bytes } = totals()
    if (settings.maxRecords > 0 && events + coming >= settings.maxRecords)
      return refuse('event-store-full-of-events', { count: events })
    if (settings.maxBytes > 0 && bytes >= settings.maxBytes)
      return refuse('event-store-full', { gigabytes: bytes / GB })
    return ok(undefined)
  }

  return {
    check,
    /** Counts one more event as coming, so that those that arrive together stay within the limit together. */
    take(): Result<Room, Refusal> {
      const room = check()
      if (!room.ok) return room
      coming += 1
      return ok({ giveBack: () => void (coming -= 1) })
    },
  }
}

const GB = 1e9
