import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eventSettings } from '#compose/events/event-settings'
import { capacityOf } from '#core/events/capacity'
import { surplus } from '#core/events/surplus'
import { inWords } from '../../../kit/in-words.ts'

const UPLOAD = { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9' }
const none = { drafts: 0, unsent: 0 }

function settingsOf(more: Readonly<Record<string, string>>) {
  return eventSettings({ MAX_RECORDS: '0', MAX_BYTES: '0', MIN_FREE_BYTES: '0', ...more })
}

test.each([
  ['without limits nothing goes', {}, { events: 1e6, bytes: 1e12 }, 0],
  ['at the limit nothing goes', { MAX_RECORDS: '10' }, { events: 10, bytes: 1 }, 0],
  ['above it as many as are too many', { MAX_RECORDS: '10' }, { events: 13, bytes: 1 }, 3],
  ['a store of one event keeps the youngest', { MAX_RECORDS: '1' }, { events: 2, bytes: 1 }, 1],
  ['one byte too many costs one event', { MAX_BYTES: '999' }, { events: 10, bytes: 1000 }, 1],
  ['bytes cost half of what the average would need', { MAX_BYTES: '600' }, { events: 100, bytes: 1000 }, 20],
  ['the youngest stays however large', { MAX_BYTES: '600' }, { events: 1, bytes: 1000 }, 0],
  [
    'with upload sent ones go before the store is full',
    { ...UPLOAD, MAX_RECORDS: '100000' },
    { events: 98_001, bytes: 1 },
    1,
  ],
  ['with upload half of a small store is left free', { ...UPLOAD, MAX_RECORDS: '10' }, { events: 10, bytes: 1 }, 5],
  ['with upload a store of one event is emptied', { ...UPLOAD, MAX_RECORDS: '1' }, { events: 1, bytes: 1 }, 1],
  ['with upload the youngest goes if it is too large', { ...UPLOAD, MAX_BYTES: '600' }, { events: 1, bytes: 1000 }, 1],
] as const)('%s', (_sentence, settings, totals, expected) => {
  expect(surplus(totals, settingsOf(settings))).toBe(expected)
})

test('taking away what is too much, again and again, ends within the limits and takes no more than it must', () => {
  const sizes = fc.array(fc.integer({ min: 100, max: 100_000 }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 1e6 }), (all, records, maxBytes) => {
      const settings = settingsOf({ MAX_RECORDS: String(records), MAX_BYTES: String(maxBytes) })
      const totalsOf = (left: readonly number[]) => ({
        events: left.length,
        bytes: left.reduce((sum, size) => sum + size, 0),
      })
      let left = all
      for (let gone = surplus(totalsOf(left), settings); gone > 0; gone = surplus(totalsOf(left), settings))
        left = left.slice(gone)

      expect(left.length).toBeGreaterThan(0)
      expect(left.length).toBeLessThanOrEqual(records)
      expect(left.length === 1 || totalsOf(left).bytes <= maxBytes).toBe(true)
    }),
  )
})

test('with upload a store that may go no further than its limit is never refused while all it has was sent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e7 }), (records) => {
      const settings = settingsOf({ ...UPLOAD, MAX_RECORDS: String(records) })
      const events = records - surplus({ events: records, bytes: 1 }, settings)
      const capacity = capacityOf({
        totals: () => ({ events, bytes: 1, ...none }),
        settings,
        freeBytes: () => undefined,
      })

      expect(capacity.take().ok).toBe(true)
    }),
  )
})

test('events that are on their way count as stored', () => {
  const settings = settingsOf({ ...UPLOAD, MAX_RECORDS: '2' })
  const capacity = capacityOf({
    totals: () => ({ events: 1, bytes: 1, ...none }),
    settings,
    freeBytes: () => undefined,
  })

  const first = capacity.take()
  const second = capacity.take()
  if (first.ok) first.value.giveBack()

  expect(inWords(second)).toMatchObject({ ok: false, error: { reason: 'capacity-blocked' } })
  expect(capacity.take().ok).toBe(true)
})

test.each([
  ['the disk is nearly full', { MIN_FREE_BYTES: '100' }, 99, 'MIN_FREE_BYTES'],
  ['the bytes are at their limit', { ...UPLOAD, MAX_BYTES: '500' }, 1e9, 'MAX_BYTES'],
])('a store says why it takes nothing: %s', (_sentence, settings, free, name) => {
  const totals = () => ({ events: 5, bytes: 500, ...none })

  const answer = capacityOf({ totals, settings: settingsOf(settings), freeBytes: () => free }).check()

  expect(inWords(answer)).toMatchObject({ ok: false, error: { message: expect.stringContaining(name) } })
})
