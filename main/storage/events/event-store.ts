import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EventReader, EventStore, EventWriter, StoreTotals } from '#core/events/ports'
import { lockFolder } from '../kit/folder-lock.ts'
import { forwarding } from './border.ts'
import { EVENT_MIGRATIONS } from './migrations/registry.ts'
import { threadLane } from './thread/lane.ts'

/** The layout that `events.db` has once it is open. */
export const EVENT_LAYOUT = EVENT_MIGRATIONS.at(-1)?.version ?? 0

export interface EventStoreOptions {
  /** The threads' entry where it does not lie beside this file (a packaged app). */
  readonly threadUrl?: URL | undefined
  /** Called after every change. */
  readonly changed?: (() => void) | undefined
}

export interface OpenEventStore extends EventStore {
  /** The youngest event's moment in microseconds as the store was opened; undefined without one. */
  readonly youngest: number | undefined
  close(): Promise<void>
}

const WRITES = [
  'create',
  'attach',
  'finalize',
  'finalizeOld',
  'removeOldest',
  'forgetFiles',
  'fillOutbox',
  'keepSources',
  'markSent',
  'postpone',
] as const satisfies readonly (keyof EventWriter)[]

const READS = [
  'find',
  'isDraft',
  'preview',
  'previews',
  'page',
  'file',
  'histogram',
  'count',
  'facets',
  'span',
  'outbox',
  'dueToSend',
  'unsentAmong',
  'namedAmong',
  'hashesOn',
] as const satisfies readonly (keyof EventReader)[]

/**
 * Opens the folder of the events for this process alone: takes its lock and brings `events.db` up to date. One thread writes, another one
 * reads; both end with `close`, after what was asked of them.
 */
export async function openEventStore(
  folder: string,
  now: Date,
  { threadUrl, changed }: EventStoreOptions = {},
): Promise<OpenEventStore> {
  mkdirSync(folder, { recursive: true })
  const lock = lockFolder({ what: 'event store', folder }, now)
  const path = join(folder, 'events.db')
  const url = threadUrl ?? new URL('./thread/event-thread.ts', import.meta.url)
  let totals: StoreTotals = { events: 0, drafts: 0, bytes: 0, unsent: 0 }
  const onTotals = (latest: StoreTotals) => {
    totals = latest
    changed?.()
  }
  const writing = threadLane({ url, path, role: 'writer', onTotals })
  const reading = threadLane({ url, path, role: 'reader' })
  const { youngest } = await writing.open().catch((failure: unknown) => {
    lock.release()
    throw failure
  })
  return {
    youngest,
    writer: forwarding<EventWriter>(WRITES, writing.call),
    reader: forwarding<EventReader>(READS, reading.call),
    totals: () => totals,
    async close() {
      await Promise.all([writing.close(), reading.close()])
      lock.release()
    },
  }
}
