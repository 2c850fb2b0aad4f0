import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { migrate } from '#storage/kit/migrate'

/** An event in the first event store's layout; absent fields are null there. */
export interface FirstEvent {
  readonly id: string
  /** ISO 8601. */
  readonly created_at: string
  readonly device_id?: string
  readonly workflow_id?: string
  readonly event_schema?: string
  readonly event_data?: object
  readonly custom_metadata?: object
  readonly predictions?: readonly object[]
  readonly image?: Buffer
}

/** Writes an event store as the first version of the program left it. */
export function writeFirstEventStore(library: string, events: readonly FirstEvent[]): void {
  const folder = join(library, 'events')
  mkdirSync(folder, { recursive: true })
  const db = new Database(join(folder, 'events.db'))
  db.pragma('journal_mode = WAL')
  migrate(db, EVENT_MIGRATIONS.slice(0, 1))
  const insert = db.prepare(
    `INSERT INTO events VALUES (@id, @created_at, @inference_timestamp, @device_id, @workflow_id, @event_schema, @event_data,
       @custom_metadata, @predictions, @image_hash, @image_type, @image_bytes)`,
  )
  db.transaction(() => events.forEach((event) => insert.run(rowOf(folder, event))))()
  db.close()
}

function rowOf(folder: string, { image, ...event }: FirstEvent) {
  const json = (value: object | undefined) => (value === undefined ? null : JSON.stringify(value))
  return {
    id: event.id,
    created_at: event.created_at,
    inference_timestamp: event.created_at,
    device_id: event.device_id ?? null,
    workflow_id: event.workflow_id ?? null,
    event_schema: event.event_schema ?? 'quality_check',
    event_data: json(event.event_data ?? { result: 'pass' }),
    custom_metadata: json(event.custom_metadata),
    predictions: json(event.predictions),
    image_hash: null,
    image_type: null,
    image_bytes: null,
    ...(image && { image_hash: keep(folder, image), image_type: 'image/png', image_bytes: image.byteLength }),
  }
}

function keep(folder: string, image: Buffer): string {
  const hash = createHash('sha256').update(image).digest('hex')
  const shelf = join(folder, 'media', hash.slice(0, 2))
  mkdirSync(shelf, { recursive: true })
  writeFileSync(join(shelf, hash), image)
  return hash
}
