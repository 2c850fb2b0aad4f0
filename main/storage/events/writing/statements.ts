import type { EventFileKind, StoreTotals } from '#core/events/ports'
import type { ReadDb } from '../../kit/db.ts'

export interface EventRow {
  readonly created_at: number
  readonly draft: 0 | 1
  readonly bytes: number
  readonly body: string
}

/** In the order of the columns, because binding by name is slower. */
type NewEventRow = [
  createdAt: number,
  id: string,
  deviceId: string | null,
  eventSchema: string,
  workflowId: string | null,
  externalId: string | null,
  relatedEventId: string | null,
  draft: 0 | 1,
  bytes: number,
  body: string,
]

interface FileRow {
  readonly id: string
  readonly event: number
  readonly kind: EventFileKind
  readonly hash: string
  readonly content_type: string
  readonly bytes: number
}

/** Statements for storing an event, prepared once. */
export function writeStatements(db: ReadDb) {
  return {
    newest: db.prepare<[], number | null>('SELECT max(created_at) FROM event').pluck(),
    insertEvent: db.prepare<NewEventRow>(
      `INSERT INTO event (created_at, id, device_id, event_schema, workflow_id, external_id, related_event_id, draft, bytes, body)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    insertMetadata: db.prepare<[key: string, value: string | number, event: number]>(
      'INSERT OR IGNORE INTO metadata (key, value, event) VALUES (?, ?, ?)',
    ),
    insertFile: db.prepare<[FileRow]>(
      `INSERT INTO file (id, event, kind, hash, content_type, bytes)
       VALUES (@id, @event, @kind, @hash, @content_type, @bytes)`,
    ),
    insertOutgoing: db.prepare<[event: number, nextAt: number]>('INSERT INTO outbox (event, next_at) VALUES (?, ?)'),
    addTotals: db.prepare<[events: number, drafts: number, bytes: number]>(
      'UPDATE total SET events = events + ?, drafts = drafts + ?, bytes = bytes + ?',
    ),
    totals: db.prepare<[], StoreTotals>('SELECT events, drafts, bytes, unsent FROM total'),
  }
}

export type WriteStatements = ReturnType<typeof writeStatements>
