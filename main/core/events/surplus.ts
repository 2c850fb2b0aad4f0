import type { StoreTotals } from './ports.ts'
import type { EventSettings } from './settings.ts'

type Limits = Pick<EventSettings, 'maxRecords' | 'maxBytes' | 'upload'>

/**
 * How many of the oldest events go now; 0 when there is room. While the bytes are too many, only half of what events of an average size
 * would need: the oldest may be larger than that, and what went did not have to.
 */
export function surplus({ events, bytes }: Pick<StoreTotals, 'events' | 'bytes'>, limits: Limits): number {
  const kept = keptOf(limits)
  const tooMany = Math.max(0, events - kept.events)
  // The youngest event stays however large it is, unless it holds up those that come.
  const most = limits.upload === undefined ? events - 1 : events
  if (bytes <= kept.bytes || most <= 0) return tooMany
  const average = bytes / events
  return Math.max(tooMany, Math.min(most, Math.max(1, Math.floor((bytes - kept.bytes) / average / 2))))
}

/**
 * How much stays. With upload a full store takes no events, so those that were sent go before it is full. There must be room for some that
 * come together: half of a small store is left free of them.
 */
function keptOf({ maxRecords, maxBytes, upload }: Limits): { readonly events: number; readonly bytes: number } {
  const events = maxRecords > 0 ? maxRecords : Number.POSITIVE_INFINITY
  const bytes = maxBytes > 0 ? maxBytes : Number.POSITIVE_INFINITY
  if (upload === undefined) return { events, bytes }
  return { events: Math.floor(Math.min(events * 0.98, Math.max(events - 100, events / 2))), bytes: bytes * 0.98 }
}
