import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { metadataEntries } from '#common/events/metadata'
import type { EventQuery } from '#common/events/query'
import { uuidAt } from '#core/events/event-id'
import type { EventReader, EventRecord } from '#core/events/ports'
import { openReader } from '#storage/events/reading/reader'
import { openWriter } from '#storage/events/writing/writer'

/** An event with the fields that a test sets. */
export interface GivenEvent {
  readonly device?: string | null
  readonly schema?: string
  readonly workflow?: string | null
  readonly external?: string | null
  readonly related?: string | null
  readonly metadata?: Readonly<Record<string, unknown>> | null
  readonly draft?: boolean
  /** Microseconds since 1970. */
  readonly at?: number
}

/** Makes a folder for an `events.db`; `remove` deletes it. */
export function eventFolder(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-query-'))
  return { path: join(folder, 'events.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Opens both sides of an event database in this thread. */
export function openEventDatabase(path: string) {
  const writer = openWriter(path)
  const reader = openReader(path)
  let made = 0
  return {
    writer: writer.operations,
    reader: reader.operations,
    /** Stores an event and returns its id. */
    async add(given: GivenEvent): Promise<string> {
      made += 1
      const record = toRecord(given, made)
      await writer.operations.create(record)
      return record.id
    },
    close() {
      reader.close()
      writer.close()
    },
  }
}

export type EventDatabase = ReturnType<typeof openEventDatabase>

function toRecord(given: GivenEvent, nth: number): EventRecord {
  const { device = null, schema = 'custom', workflow = null, external = null, related = null } = given
  const { metadata = null, draft = false, at = nth } = given
  return {
    id: uuidAt(nth, '8000000000000000'),
    now: at,
    draft,
    deviceId: device,
    eventSchema: schema,
    workflowId: workflow,
    externalId: external,
    relatedEventId: related,
    metadata: metadataEntries(metadata),
    members: JSON.stringify({ event_schema: schema, custom_metadata: metadata }).slice(1, -1),
    files: [],
    isToSend: false,
  }
}

/** Returns a query for everything, with the conditions that a test adds. */
export function eventQuery(more: Partial<EventQuery> = {}): EventQuery {
  return { columns: {}, metadata: [], includeDrafts: true, limit: 100, direction: 'desc', ...more }
}

/** Returns the ids on all pages of a query, in order. */
export async function idsOnPages(reader: Pick<EventReader, 'page'>, query: EventQuery): Promise<string[]> {
  const ids: string[] = []
  let rest = query
  for (;;) {
    const { events, next } = await reader.page(rest)
    ids.push(...idsIn(events))
    if (next === undefined) return ids
    rest = query.direction === 'asc' ? { ...rest, start: next } : { ...rest, end: next }
  }
}

/** Returns the ids of a page's events. */
export function idsIn(events: string): string[] {
  const parsed: { readonly id: string }[] = JSON.parse(`[${events}]`)
  return parsed.map(({ id }) => id)
}
