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
      return blocked(
        `The disk has ${gigabytes(free)} left, and MIN_FREE_BYTES leaves ${gigabytes(settings.minFreeBytes)} to others`,
      )
    if (settings.upload === undefined) return ok(undefined)
    const { events, bytes } = totals()
    if (settings.maxRecords > 0 && events + coming >= settings.maxRecords)
      return blocked(`The store holds ${events} events, which is its limit (MAX_RECORDS)`)
    if (settings.maxBytes > 0 && bytes >= settings.maxBytes)
      return blocked(`The store holds ${gigabytes(bytes)}, which is its limit (MAX_BYTES)`)
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

function blocked(reason: string) {
  return refuse('capacity-blocked', `${reason}. It takes events again when uploads have drained or space is free`)
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}
