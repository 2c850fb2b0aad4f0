import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { formatMoment } from '#common/events/moment'
import { uuidAt } from '#core/events/event-id'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { migrate } from '#storage/kit/migrate'

export interface ManyEvents {
  /** Path of `events.db`, which does not exist yet. */
  readonly path: string
  readonly count: number
  /** Time of the first event, in microseconds since 1970. */
  readonly start?: number
  /** Average microseconds between events. */
  readonly apart?: number
  /** Called from time to time with the number of events made. */
  readonly report?: (made: number) => void
}

/** Values in the fields of the events. */
export const MANY = {
  devices: Array.from({ length: 20 }, (_, index) => `line-${index + 1}`),
  workflows: ['sorting', 'packing', 'welding', 'filling', 'labels'],
  /** Schema of one event in 20,000. */
  rareSchema: 'rare_fault',
  commonSchema: 'quality_check',
  shifts: ['early', 'late', 'night'],
} as const

const START = Date.UTC(2026, 0, 1) * 1000
const CHUNK = 50_000
/** Placeholder for the random part of an id. */
const CHANCE = '8000000000000000'

/**
 * Fills a database with plausible events as fast as SQLite allows: rows are inserted in order without flushing, and
 * indexes are made at the end. The same count makes the same events.
 */
export function fillManyEvents({
  path,
  count,
  start = START,
  apart = 10_000,
  report = () => undefined,
}: ManyEvents): void {
  mkdirSync(dirname(path), { recursive: true })
  const db = new Database(path)
  db.pragma('journal_mode = MEMORY')
  db.pragma('synchronous = OFF')
  db.pragma('cache_size = -200000')
  migrate(db, EVENT_MIGRATIONS)
  const made = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name = 'event'",
    )
    .all()
  for (const { type, name } of made) db.exec(`DROP ${type} ${name}`)
  insertRows(db, { count, start, apart, report })
  for (const { sql } of made) db.exec(sql)
  db.exec('UPDATE total SET (events, drafts, bytes) = (SELECT count(*), total(draft), total(bytes) FROM event)')
  db.pragma('journal_mode = WAL')
  db.close()
}

function insertRows(db: Database.Database, { count, start, apart, report }: Required<Omit<ManyEvents, 'path'>>): void {
  const insert = db.prepare(
    `INSERT INTO event (created_at, id, device_id, event_schema, workflow_id, external_id, related_event_id, draft, bytes, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  // The primary key of metadata is not in the order of the events. Sorted first, its pages are written only once.
  db.exec('CREATE TEMP TABLE given (event INTEGER PRIMARY KEY, shift TEXT, temperature REAL, checked TEXT)')
  const give = db.prepare('INSERT INTO given VALUES (?, ?, ?, ?)')
  const insertChunk = db.transaction((from: number, to: number) => {
    for (let index = from; index < to; index += 1) {
      const createdAt = start + index * apart + (chance(index, 0) % apart)
      const event = plausibleEvent(index, createdAt, start + Math.floor(index / 2) * apart)
      const { id, device, schema, workflow, external, related, draft } = event
      const body = bodyOf(event, `"${formatMoment(createdAt)}"`)
      insert.run(createdAt, id, device, schema, workflow, external, related, draft ? 1 : 0, body.length, body)
      if (event.hasMetadata) give.run(createdAt, event.shift, event.temperature, event.checked)
    }
  })
  for (let from = 0; from < count; from += CHUNK) {
    insertChunk(from, Math.min(count, from + CHUNK))
    report(Math.min(count, from + CHUNK))
  }
  for (const key of ['checked', 'shift', 'temperature'])
    db.exec(`INSERT INTO metadata SELECT '${key}', ${key}, event FROM given ORDER BY ${key}, event`)
  db.exec('DROP TABLE given')
}

interface PlausibleEvent {
  readonly id: string
  readonly schema: string
  readonly device: string | null
  readonly workflow: string | null
  readonly external: string
  readonly related: string | null
  readonly shift: string | null
  readonly temperature: number
  readonly checked: string
  readonly hasMetadata: boolean
  readonly draft: boolean
}

/** Returns a plausible event. The first branch makes half of all events, the second half of the rest, and so on. */
function plausibleEvent(index: number, createdAt: number, earlier: number): PlausibleEvent {
  const isFeedback = index % 100 === 42
  return {
    id: uuidAt(createdAt, CHANCE),
    schema: isFeedback ? 'operator_feedback' : schemaOf(index),
    device: MANY.devices[Math.min(Math.clz32(chance(index, 2)), MANY.devices.length - 1)] ?? null,
    workflow: MANY.workflows[chance(index, 3) % 6] ?? null,
    external: index % 1000 === 0 ? 'again-and-again' : `part-${index.toString(36)}`,
    related: isFeedback ? uuidAt(earlier, CHANCE) : null,
    shift: MANY.shifts[chance(index, 4) % MANY.shifts.length] ?? null,
    temperature: (chance(index, 5) % 10_000_000) / 100_000,
    checked: String(chance(index, 6) % 50 !== 0),
    hasMetadata: index % 50 !== 0,
    draft: index % 10_000 === 9999,
  }
}

/** Serializes an event like the writer. */
function bodyOf(event: PlausibleEvent, moment: string): string {
  const { id, draft, device, workflow, schema, external, related, shift, temperature, checked, hasMetadata } = event
  const metadata = hasMetadata ? `{"shift":"${shift}","temperature":${temperature},"checked":${checked}}` : 'null'
  const about = related === null ? '"result":"pass"' : `"relatedEventId":"${related}","feedback":"correct"`
  return (
    `{"id":"${id}","created_at":${moment},"draft":${draft},"finalized_at":${draft ? 'null' : moment},"auto_finalized_at":null,` +
    `"original_file_count":0,"current_file_count":0,"solution":"assembly","workflow_id":${text(workflow)},"workflow_version":"7",` +
    `"inference_timestamp":${moment},"device_id":${text(device)},"stream_id":null,"image_id":null,"event_schema":"${schema}",` +
    `"event_data":{${about},"externalId":"${external}"},"custom_metadata":${metadata},"images":[{"file_id":null,` +
    `"input_file_id":null,"label":"workflow","object_detections":[{"class":"part","x":320,"y":240.5,"width":80.5,"height":60.25,` +
    `"confidence":0.93}],"classifications":[],"instance_segmentations":[],"keypoints":[],"metadata":null}],"videos":[],` +
    `"local_only_files":[],"display_image_position":0,"api_version":"v2"}`
  )
}

function schemaOf(index: number): string {
  if (index % 20_000 === 777) return MANY.rareSchema
  const percent = chance(index, 1) % 100
  if (percent < 70) return MANY.commonSchema
  return percent < 90 ? 'inventory_count' : 'safety_alert'
}

function text(value: string | null): string {
  return value === null ? 'null' : `"${value}"`
}

/** Returns a pseudo-random whole number that is the same each time. */
function chance(index: number, salt: number): number {
  let mixed = Math.imul(index ^ Math.imul(salt + 1, 0x9e3779b1), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
