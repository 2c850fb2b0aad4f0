import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventFilter, METADATA_OPERATORS, type MetadataCondition } from '#common/events/query'
import {
  type EventDatabase,
  eventFolder,
  eventQuery,
  type GivenEvent,
  idsOnPages,
  openEventDatabase,
} from '../../../kit/event-database.ts'

/** Texts and numbers that are easily taken for each other, and for the syntax of something. */
const WORDS = [
  '',
  'a',
  'b',
  'line 1',
  '5',
  '5.0',
  '05',
  '-3',
  '1e3',
  'true',
  'false',
  '2026-11-22',
  "it's",
  '"',
  '😀',
  '\uffee',
  'é',
]
const NUMBERS = [0, 5, 5.5, -3, 1000, 1e21, 0.1]
const KEYS = ['k', 'shift', 'a b', "it's", '"', '$.x', '__proto__']

const word = fc.constantFrom(...WORDS)
const maybe = fc.option(fc.constantFrom('a', 'b', 'c', 'rare', ''), { nil: null })
const metadataValue = fc.oneof(
  word,
  fc.constantFrom<unknown>(...NUMBERS),
  fc.double({ min: 0, max: 100, noNaN: true }),
  fc.constantFrom<unknown>(true, false, null, { nested: 5 }, ['a'], 'x'.repeat(1000), 'x'.repeat(1001)),
)
const given: fc.Arbitrary<GivenEvent> = fc.record({
  device: maybe,
  schema: fc.constantFrom('quality_check', 'custom', 'rare'),
  workflow: maybe,
  external: maybe,
  related: maybe,
  draft: fc.nat(9).map((chance) => chance === 0),
  metadata: fc.option(
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...KEYS), metadataValue), { selector: ([key]) => key, maxLength: 5 })
      .map(toObject),
    { nil: null },
  ),
})

const condition: fc.Arbitrary<MetadataCondition> = fc.record({
  key: fc.constantFrom(...KEYS, 'absent'),
  operator: fc.constantFrom(...METADATA_OPERATORS),
  value: fc.oneof(
    word,
    fc.constantFrom(...NUMBERS.map(String), '50', '-', '+', '/', ':', 'x'.repeat(1000), 'x'.repeat(1001)),
  ),
})
const values = fc.array(fc.constantFrom('a', 'b', 'c', 'rare', '', 'custom', 'nobody'), { maxLength: 6 })
const moment = fc.option(fc.integer({ min: 0, max: 420 }), { nil: undefined })
const filter: fc.Arbitrary<EventFilter> = fc
  .record({
    start: moment,
    end: moment,
    columns: fc.record(
      { device_id: values, event_schema: values, workflow_id: values, external_id: values, related_event_id: values },
      { requiredKeys: [] },
    ),
    metadata: fc.array(condition, { maxLength: 3 }),
    includeDrafts: fc.boolean(),
  })
  .map(({ start, end, ...rest }) => ({
    ...rest,
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  }))

const EVENTS = fc.sample(given, { seed: 7, numRuns: 400 })
const folder = eventFolder()
let database: EventDatabase
const ids: string[] = []

beforeAll(async () => {
  database = openEventDatabase(folder.path)
  ids.push(...(await Promise.all(EVENTS.map(database.add))))
})

afterAll(() => {
  database.close()
  folder.remove()
})

test('the pages of any query hold exactly the events that fit, in its order', async () => {
  const direction = fc.constantFrom<'asc' | 'desc'>('asc', 'desc')
  await fc.assert(
    fc.asyncProperty(filter, direction, fc.integer({ min: 1, max: 60 }), async (asked, order, limit) => {
      const expected = fitting(asked)
      if (order === 'desc') expected.reverse()

      expect(await idsOnPages(database.reader, eventQuery({ ...asked, direction: order, limit }))).toEqual(expected)
    }),
    { numRuns: 600 },
  )
})

test('a count counts the events that fit, and the bars of a histogram are counts of their spans', async () => {
  await fc.assert(
    fc.asyncProperty(filter, fc.integer({ min: 1, max: 30 }), async (asked, buckets) => {
      const span = { start: 1, end: 390 }
      const inside = fitting({ ...asked, ...span })

      expect(await database.reader.count(asked)).toBe(fitting(asked).length)
      const { counts } = await database.reader.histogram({ ...asked, ...span }, buckets)
      expect(counts).toHaveLength(buckets)
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(inside.length)
      const width = (span.end - span.start) / buckets
      const middle = Math.floor(buckets / 2)
      const part = { start: 1 + Math.round(middle * width), end: 1 + Math.round((middle + 1) * width) }
      expect(counts[middle]).toBe(fitting({ ...asked, ...part }).length)
    }),
    { numRuns: 300 },
  )
})

/** The same question, asked of the events themselves. The moment of an event is its place, from 1. */
function fitting({ start = 0, end = Infinity, columns, metadata, includeDrafts }: EventFilter): string[] {
  return EVENTS.flatMap((event, index) => {
    const at = index + 1
    const own = {
      device_id: event.device,
      event_schema: event.schema,
      workflow_id: event.workflow,
      external_id: event.external,
      related_event_id: event.related,
    }
    const fits =
      at >= start &&
      at < end &&
      (includeDrafts || event.draft !== true) &&
      Object.entries(own).every(([name, value]) => {
        const asked = Object.entries(columns).find(([column]) => column === name)?.[1]
        return asked === undefined || asked.some((one) => one === value)
      }) &&
      metadata.every((one) => fitsOne(event, one))
    return fits ? [ids[index] ?? ''] : []
  })
}

function fitsOne({ metadata }: GivenEvent, { key, operator, value: asked }: MetadataCondition): boolean {
  const found = Object.entries(metadata ?? {}).find(([name]) => name === key)?.[1]
  if (!['number', 'string', 'boolean'].includes(typeof found) || String(found).length > 1000) return false
  const areNumbers = typeof found === 'number' && asked.trim() !== '' && !Number.isNaN(Number(asked))
  const order = areNumbers
    ? Number(found) - Number(asked)
    : Buffer.compare(Buffer.from(String(found)), Buffer.from(asked))
  return { eq: order === 0, ne: order !== 0, gt: order > 0, lt: order < 0, gte: order >= 0, lte: order <= 0 }[operator]
}

function toObject(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries)
}
