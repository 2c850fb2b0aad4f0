import type { Message } from '#common/messages/template'
import type { Capacity } from './capacity.ts'
import type { EventStore, OutboxState, StoreTotals } from './ports.ts'
import type { EventSettings } from './settings.ts'

/** Facts about the store while it is open. */
export interface RunningStore {
  /** Number of the database's layout. */
  readonly layout: number
  /** Of the disk; undefined where that cannot be told. */
  freeBytes(): number | undefined
  uptimeMs(): number
  /** Why the sender as a whole waits; undefined while all is well. */
  uploadTrouble(): Message | undefined
  /** Why the event store is read-only; undefined where it may be. */
  readonly readOnly: string | undefined
}

export interface StoreStatus {
  readonly totals: StoreTotals
  /** `created_at` in microseconds; undefined while there is no event. */
  readonly span: { readonly oldest: number; readonly youngest: number } | undefined
  /** Why it takes nothing now; undefined when it does. */
  readonly blockedBecause: Message | undefined
  /** Why nothing of it is written; undefined where it may be. */
  readonly readOnly: string | undefined
  readonly freeBytes: number | undefined
  readonly settings: EventSettings
  /** State of the outbox, or undefined where events are not sent anywhere. */
  readonly outbox: OutboxState | undefined
  readonly layout: number
  readonly uptimeMs: number
}

interface Dependencies {
  readonly store: EventStore
  readonly capacity: Capacity
  readonly settings: EventSettings
  readonly running: RunningStore
}

/** How the store is, for those who run it. */
export function eventStatus({ store, capacity, settings, running }: Dependencies) {
  /** A failure of the whole sender is told before that of one event. */
  async function outbox(): Promise<OutboxState> {
    const state = await store.reader.outbox()
    return { ...state, lastFailure: running.uploadTrouble() ?? state.lastFailure }
  }

  return {
    async status(): Promise<StoreStatus> {
      const room = capacity.check()
      return {
        totals: store.totals(),
        span: await store.reader.span(),
        blockedBecause: room.ok ? undefined : room.error,
        readOnly: running.readOnly,
        freeBytes: running.freeBytes(),
        settings,
        outbox: settings.upload && (await outbox()),
        layout: running.layout,
        uptimeMs: running.uptimeMs(),
      }
    },
  }
}
