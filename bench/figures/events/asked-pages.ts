import type Database from 'better-sqlite3'
import { z } from 'zod'
import { formatMoment } from '#common/events/moment'
import { MANY } from '#test/kit/many-events'

/** A request for events over HTTP, and the minimal statement for the same rows. */
export interface Asked {
  readonly name: string
  /** Returns path and query, which change with each call if they depend on a time. */
  readonly path: () => string
  readonly sql: string
  readonly params: () => readonly (string | number)[]
  /** Whether the answer is the event itself. */
  readonly isById?: boolean
}

/** Default page size of the API. */
const LIMIT = 100

/** Returns the first page of every kind of filter, a later page, and single events. */
export function askedPages(db: Database.Database): Asked[] {
  const { some, oldest, youngest } = landmarks(db)
  const [first = '', second = '', third = ''] = MANY.devices.slice(3)
  const { rareSchema, commonSchema } = MANY
  const places = momentsBetween(oldest, youngest)
  return [
    page('first page', {}, 'FROM event', []),
    page('a device', { device_id: first }, 'FROM event WHERE device_id = ?', [first]),
    page('a common schema', { event_schema: commonSchema }, 'FROM event WHERE event_schema = ?', [commonSchema]),
    page('a rare schema', { event_schema: rareSchema }, 'FROM event WHERE event_schema = ?', [rareSchema]),
    page('a workflow', { workflow_id: 'welding' }, 'FROM event WHERE workflow_id = ?', ['welding']),
    page('an external id', { external_id: some.external }, 'FROM event WHERE external_id = ?', [some.external]),
    page('a related event', { related_event_id: some.related }, 'FROM event WHERE related_event_id = ?', [
      some.related,
    ]),
    ofDevices([first, second, third]),
    ofMetadata('text', 'shift', 'late', 'late'),
    ofMetadata('a number', 'temperature', String(some.temperature), some.temperature),
    ofMetadata('a boolean', 'checked', 'false', 'false'),
    narrowRange(),
    page(
      'a device and a schema',
      { device_id: first, event_schema: 'safety_alert' },
      'FROM event WHERE device_id = ? AND event_schema = ?',
      [first, 'safety_alert'],
    ),
    {
      ...page('a device and metadata', { device_id: first, metadata_filter: 'checked:false' }, '', []),
      sql: `SELECT body FROM metadata JOIN event ON event.created_at = metadata.event
             WHERE key = 'checked' AND value = 'false' AND device_id = ? ORDER BY metadata.event DESC LIMIT ${LIMIT}`,
      params: () => [first],
    },
    ofTime(places.next),
    laterPage(places.next),
    page('without drafts', { include_drafts: 'false' }, 'FROM event WHERE draft = 0', []),
    {
      ...page('the oldest first', { sort_direction: 'asc' }, '', []),
      sql: `SELECT body FROM event ORDER BY created_at LIMIT ${LIMIT}`,
    },
    byId(db, places.next),
  ]
}

type Given = readonly (string | number)[]

function page(name: string, query: Readonly<Record<string, string>>, from: string, params: Given): Asked {
  const path = `/v2/events?${new URLSearchParams(query)}`
  const sql = `SELECT body ${from} ORDER BY created_at DESC LIMIT ${LIMIT}`
  return { name, path: () => path, sql, params: () => params }
}

/**
 * Selects the latest events of each device, then the latest of these: with one IN condition SQLite would sort all of
 * them.
 */
function ofDevices(devices: readonly string[]): Asked {
  const each = `SELECT * FROM (SELECT created_at FROM event WHERE device_id = ? ORDER BY created_at DESC LIMIT ${LIMIT})`
  const keys = devices.map(() => each).join(' UNION ALL ')
  return {
    ...page('one of three devices', { device_id__in: devices.join(',') }, '', devices),
    sql: `SELECT body FROM event WHERE created_at IN (SELECT created_at FROM (${keys}) ORDER BY created_at DESC LIMIT ${LIMIT})
           ORDER BY created_at DESC`,
  }
}

function ofMetadata(kind: string, key: string, text: string, value: string | number): Asked {
  return {
    ...page(`metadata, ${kind}`, { metadata_filter: `${key}:${text}` }, '', [key, value]),
    sql: `SELECT body FROM metadata JOIN event ON event.created_at = metadata.event
           WHERE key = ? AND value = ? ORDER BY metadata.event DESC LIMIT ${LIMIT}`,
  }
}

/** Selects a few hundred of ten million measured values by both ends of the range. */
function narrowRange(): Asked {
  const filters = ['temperature:gt:10', 'temperature:lt:10.002'].map((text): [string, string] => [
    'metadata_filter',
    text,
  ])
  const path = `/v2/events?${new URLSearchParams(filters)}`
  return {
    name: 'metadata, a narrow range of a number',
    path: () => path,
    sql: `SELECT body FROM metadata JOIN event ON event.created_at = metadata.event
           WHERE key = 'temperature' AND value > 10 AND value < 10.002 ORDER BY metadata.event DESC LIMIT ${LIMIT}`,
    params: () => [],
  }
}

const HOUR = 3600 * 1_000_000

function ofTime(next: () => number): Asked {
  let start = next()
  return {
    name: 'an hour',
    path() {
      start = next()
      return `/v2/events?${new URLSearchParams({ start_time: formatMoment(start), end_time: formatMoment(start + HOUR) })}`
    },
    sql: `SELECT body FROM event WHERE created_at >= ? AND created_at < ? ORDER BY created_at DESC LIMIT ${LIMIT}`,
    params: () => [start, start + HOUR],
  }
}

function laterPage(next: () => number): Asked {
  let end = next()
  return {
    name: 'a page anywhere of a common schema',
    path() {
      end = next()
      return `/v2/events?${new URLSearchParams({ event_schema: MANY.commonSchema, end_time: formatMoment(end) })}`
    },
    sql: `SELECT body FROM event WHERE event_schema = '${MANY.commonSchema}' AND created_at < ? ORDER BY created_at DESC LIMIT ${LIMIT}`,
    params: () => [end],
  }
}

function byId(db: Database.Database, next: () => number): Asked {
  const near = db.prepare<[number], string>('SELECT id FROM event WHERE created_at >= ? LIMIT 1').pluck()
  let id = ''
  return {
    name: 'an event by its id',
    path() {
      id = near.get(next()) ?? ''
      return `/v2/events/${id}`
    },
    sql: 'SELECT body FROM event WHERE id = ?',
    params: () => [id],
    isById: true,
  }
}

const Some = z.object({ external: z.string(), related: z.string(), temperature: z.number() })

/** Returns values that exist. */
function landmarks(db: Database.Database) {
  const one = (sql: string) => db.prepare<[], unknown>(sql).pluck().get()
  const some = Some.parse({
    external: one(
      "SELECT external_id FROM event WHERE external_id LIKE 'part-%' ORDER BY created_at LIMIT 1 OFFSET 1000",
    ),
    related: one(
      'SELECT related_event_id FROM event WHERE related_event_id IS NOT NULL ORDER BY created_at LIMIT 1 OFFSET 500',
    ),
    temperature: one("SELECT value FROM metadata WHERE key = 'temperature' AND value > 40 LIMIT 1"),
  })
  const oldest = z.number().parse(one('SELECT min(created_at) FROM event'))
  const youngest = z.number().parse(one('SELECT max(created_at) FROM event'))
  return { some, oldest, youngest }
}

/** Returns times throughout the store, the same in every run. */
function momentsBetween(oldest: number, youngest: number) {
  let nth = 0
  return {
    next(): number {
      nth += 1
      return oldest + Math.floor((youngest - oldest) * ((nth * 0.618_033_988_75) % 1))
    },
  }
}
