import Database from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventFilter, MetadataCondition } from '#common/events/query'
import { StoredEvent } from '#common/events/stored-event'
import {
  type EventDatabase,
  eventFolder,
  eventQuery,
  idsIn,
  openEventDatabase,
} from '../../../../../kit/event-database.ts'
import { fillManyEvents, MANY } from '../../../../../kit/many-events.ts'

const COUNT = 100_000
const folder = eventFolder()
let database: EventDatabase
let events: readonly StoredEvent[]

beforeAll(() => {
  fillManyEvents({ path: folder.path, count: COUNT })
  database = openEventDatabase(folder.path)
  const beside = new Database(folder.path, { readonly: true })
  const bodies = beside.prepare<[], string>('SELECT body FROM event ORDER BY created_at').pluck().all()
  beside.close()
  events = bodies.map((body) => JSON.parse(body))
})

afterAll(() => {
  database.close()
  folder.remove()
})

const where = (key: string, operator: MetadataCondition['operator'], value: string) => ({ key, operator, value })

/** Every way that the planner knows, each with what it has to find. */
const ASKED: Readonly<Record<string, Partial<EventFilter>>> = {
  everything: {},
  'final events': { includeDrafts: false },
  'one device': { columns: { device_id: ['line-1'] } },
  'one of four devices': { columns: { device_id: ['line-4', 'line-7', 'line-19', 'nowhere'] } },
  'a rare schema': { columns: { event_schema: [MANY.rareSchema] } },
  'a rare schema on a common device': { columns: { event_schema: [MANY.rareSchema], device_id: ['line-1'] } },
  'three columns': {
    columns: { event_schema: [MANY.commonSchema], device_id: ['line-2', 'line-3'], workflow_id: ['packing'] },
  },
  'final events of one part': { columns: { external_id: ['again-and-again'] }, includeDrafts: false },
  'one of 600 parts': {
    columns: { external_id: Array.from({ length: 600 }, (_, index) => `part-${(index * 150 + 1).toString(36)}`) },
  },
  'two columns that never meet': {
    columns: { external_id: ['again-and-again'], event_schema: ['operator_feedback'] },
  },
  'a text of metadata': { metadata: [where('shift', 'eq', 'late')] },
  'two texts of metadata': { metadata: [where('shift', 'ne', 'late'), where('checked', 'eq', 'false')] },
  'a few numbers': { metadata: [where('temperature', 'gt', '99.99')] },
  'many numbers': { metadata: [where('temperature', 'gte', '99')] },
  'half of all numbers on a device': {
    metadata: [where('temperature', 'lt', '50')],
    columns: { device_id: ['line-1'] },
  },
  'numbers and a text in a workflow': {
    metadata: [where('temperature', 'gt', '98'), where('shift', 'eq', 'night')],
    columns: { workflow_id: ['welding'] },
  },
  'no number that there is': { metadata: [where('temperature', 'lt', '-1')] },
  'two ranges of final events': {
    metadata: [where('temperature', 'ne', '5'), where('temperature', 'lt', '0.05')],
    includeDrafts: false,
  },
}

test.each(Object.entries(ASKED))(
  'of 100,000 events, those that fit %s are found, counted and drawn',
  async (_, asked) => {
    const all = { columns: {}, metadata: [], includeDrafts: true }
    const ids = events.filter((event) => fits(event, { ...all, ...asked })).map(({ id }) => id)

    const down = await database.reader.page(eventQuery({ ...asked, limit: 700 }))
    const up = await database.reader.page(eventQuery({ ...asked, limit: 700, direction: 'asc' }))
    const histogram = await database.reader.histogram({ ...eventQuery(asked), ...SPAN }, 7)

    expect(idsIn(down.events)).toEqual(ids.toReversed().slice(0, 700))
    expect(idsIn(up.events)).toEqual(ids.slice(0, 700))
    expect([down.next === undefined, up.next === undefined]).toEqual([ids.length <= 700, ids.length <= 700])
    expect(await database.reader.count(eventQuery(asked))).toBe(ids.length)
    expect(histogram.counts.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
  },
)

const SPAN = { start: Date.UTC(2026, 0, 1) * 1000, end: Date.UTC(2026, 0, 2) * 1000 }

test('a query that finds next to nothing lets others pass', async () => {
  const order: string[] = []
  const rare = { columns: { external_id: ['again-and-again'] }, metadata: [where('temperature', 'gt', '10')] }

  const slow = database.reader
    // Every number is compared as a text, and none of them begins with a character before the digits.
    .page(eventQuery({ metadata: [where('temperature', 'lt', '/')] }))
    .then(() => order.push('slow'))
  const quick = database.reader.page(eventQuery({ ...rare, limit: 1 })).then(() => order.push('quick'))
  await Promise.all([slow, quick])

  expect(order).toEqual(['quick', 'slow'])
})

test('the values that there are to filter by are listed once each', async () => {
  expect(await database.reader.facets()).toEqual({
    devices: [...new Set(events.map((event) => event.device_id))].filter((id) => id !== null).toSorted(),
    schemas: [...new Set(events.map((event) => event.event_schema))].toSorted(),
    workflows: [...MANY.workflows].toSorted(),
    metadataKeys: ['checked', 'shift', 'temperature'],
  })
})

test('the filled store is one that the writer could have written', () => {
  const beside = new Database(folder.path, { readonly: true })
  const totals = beside.prepare('SELECT events, drafts, bytes FROM total').get()
  const sizes = beside
    .prepare('SELECT count(*) AS events, total(draft) AS drafts, total(bytes) AS bytes FROM event')
    .get()
  const made = beside
    .prepare("SELECT name FROM sqlite_schema WHERE tbl_name = 'event' AND type = 'trigger' ORDER BY name")
    .pluck()

  expect(totals).toEqual(sizes)
  expect(made.all()).toEqual(['event_changed', 'event_removed'])
  expect(events.every((event) => StoredEvent.safeParse(event).success)).toBe(true)
  beside.close()
})

function fits(event: StoredEvent, { columns, metadata, includeDrafts }: EventFilter): boolean {
  if (event.draft && !includeDrafts) return false
  const own = {
    device_id: event.device_id,
    event_schema: event.event_schema,
    workflow_id: event.workflow_id,
    external_id: event.event_data['externalId'],
    related_event_id: event.event_data['relatedEventId'],
  }
  const fitsColumns = Object.entries(columns).every(([name, values]) =>
    Object.entries(own).some(([column, value]) => column === name && values.some((one) => one === value)),
  )
  return fitsColumns && metadata.every((condition) => fitsOne(event.custom_metadata?.[condition.key], condition))
}

function fitsOne(found: unknown, { operator, value }: MetadataCondition): boolean {
  if (found === undefined || found === null) return false
  const order =
    typeof found === 'number'
      ? found - Number(value)
      : Number(JSON.stringify(found) !== (typeof found === 'boolean' ? value : JSON.stringify(value)))
  return { eq: order === 0, ne: order !== 0, gt: order > 0, lt: order < 0, gte: order >= 0, lte: order <= 0 }[operator]
}
