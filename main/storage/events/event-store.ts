import { join } from 'node:path'
import type { FaultyStore } from '#common/stores/faults'
import type { EventReader, EventStore, EventWriter, StoreTotals } from '#core/events/ports'
import { ReadOnlyError } from '#core/ports'
import { holdsFiles } from '../blobs/holding.ts'
import { lockFolder } from '../kit/folder-lock.ts'
import type { IdentityPlaces } from '../kit/identity/identity-file.ts'
import type { StorePlace } from '../kit/identity/inspect.ts'
import { type ReadyStore, readyStore } from '../kit/identity/open-store.ts'
import { toldOfDatabase } from '../kit/own-file.ts'
import { openOwnFolder } from '../kit/own-folder.ts'
import { forwarding } from './border.ts'
import { EVENT_MIGRATIONS } from './migrations/registry.ts'
import { threadLane } from './thread/lane.ts'

/** Layout version of an open `events.db`. */
export const EVENT_LAYOUT = EVENT_MIGRATIONS.at(-1)?.version ?? 0

export interface EventStoreOptions {
  /** The threads' entry, if it is not beside this file (in a packaged app). */
  readonly threadUrl?: URL | undefined
  /** Called after every change. */
  readonly changed?: (() => void) | undefined
  /** Accepts a database that does not match the files beside it. */
  readonly adopt?: boolean
}

export interface OpenEventStore extends EventStore {
  /** Time of the latest event in microseconds when the store was opened; undefined without events. */
  readonly youngest: number | undefined
  /** Path of the open database. */
  readonly database: string
  /** The store's fault; undefined if it is writable. */
  readonly readOnly: ReadOnlyStore | undefined
  /** Calls the listener for each call that failed because the database is damaged. */
  onDamaged(listener: () => void): void
  close(): Promise<void>
}

/** A store whose database does not match the files beside it. */
export interface ReadOnlyStore {
  readonly faulty: FaultyStore
  /** Accepts the current state from the next start on. */
  adopt(now: Date): void
}

const WRITES = [
  'create',
  'attach',
  'finalize',
  'finalizeOld',
  'removeOldest',
  'recount',
  'forgetFiles',
  'fillOutbox',
  'keepSources',
  'markSent',
  'postpone',
] as const satisfies readonly (keyof EventWriter)[]

const READS = [
  'find',
  'findWritten',
  'isDraft',
  'preview',
  'previews',
  'page',
  'pageWritten',
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
 * Opens the folder of events for this process alone: takes its lock and migrates `events.db`. One thread writes and one
 * reads; `close` ends both after their pending work. If the database does not match the files beside it, a copy is
 * opened instead, and every write is refused.
 */
export async function openEventStore(
  folder: string,
  now: Date,
  { adopt = false, ...options }: EventStoreOptions = {},
): Promise<OpenEventStore> {
  openOwnFolder(folder)
  const lock = lockFolder({ what: 'event store', folder }, now)
  const place = placeOf(folder)
  try {
    const ready = readyStore(place, { store: 'events', adopt, now })
    return await openReady(ready, { ...options, identities: place.identities, release: () => lock.release() })
  } catch (failure) {
    lock.release()
    throw toldOfDatabase(place.database, failure)
  }
}

interface Opening extends Omit<EventStoreOptions, 'adopt'> {
  readonly identities: IdentityPlaces
  release(): void
}

async function openReady(
  ready: ReadyStore,
  { threadUrl, changed, identities, release }: Opening,
): Promise<OpenEventStore> {
  const url = threadUrl ?? new URL('./thread/event-thread.ts', import.meta.url)
  const path = ready.database
  let totals: StoreTotals = { events: 0, drafts: 0, bytes: 0, unsent: 0 }
  const onTotals = (latest: StoreTotals) => {
    totals = latest
    changed?.()
  }
  let damaged: () => void = () => undefined
  const onDamaged = () => damaged()
  const writing = threadLane({ url, path, role: 'writer', onTotals, onDamaged, ...(!ready.faulty && { identities }) })
  const reading = threadLane({ url, path, role: 'reader', onDamaged })
  const { youngest } = await writing.open()
  return {
    youngest,
    database: path,
    readOnly: ready.faulty && { faulty: ready.faulty, adopt: ready.adopt },
    writer: forwarding<EventWriter>(WRITES, ready.faulty ? refusing(ready.faulty) : writing.call),
    reader: forwarding<EventReader>(READS, reading.call),
    totals: () => totals,
    onDamaged(listener) {
      damaged = listener
    },
    async close() {
      await Promise.all([writing.close(), reading.close()])
      if (ready.faulty) ready.shadow.remove()
      release()
    },
  }
}

function refusing(faulty: FaultyStore) {
  return () => Promise.reject(new ReadOnlyError(faulty))
}

function placeOf(folder: string): StorePlace {
  return {
    database: join(folder, 'events.db'),
    identities: {
      beside: join(folder, 'events.identity.json'),
      among: join(folder, 'media', 'events.identity.json'),
    },
    setAside: join(folder, 'set-aside'),
    migrations: EVENT_MIGRATIONS,
    store: 'events',
    tables: ['event', 'events'],
    naming: [
      ['file', 'hash'],
      ['events', 'image_hash'],
    ],
    isHolding: () => holdsFiles(join(folder, 'media')),
  }
}
