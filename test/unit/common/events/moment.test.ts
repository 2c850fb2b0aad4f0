import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoment, parseMoment } from '#common/events/moment'

const END = Date.UTC(2200, 0, 1) * 1000
const moments = fc.oneof(fc.integer({ min: 0, max: END - 1 }), fc.integer({ min: 0, max: 5000 }))

test('every moment is read back as it was written', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      expect(parseMoment(formatMoment(moment))).toBe(moment)
    }),
  )
})

test('written moments sort as the moments do', () => {
  fc.assert(
    fc.property(moments, moments, (one, other) => {
      expect(formatMoment(one) < formatMoment(other)).toBe(one < other)
    }),
  )
})

test('a moment is the same in every zone that it is written in', () => {
  const offsets = fc.integer({ min: -23 * 60 - 59, max: 23 * 60 + 59 })
  const days = fc.integer({ min: 86_400, max: 200 * 365 * 86_400 })
  fc.assert(
    fc.property(days, offsets, (seconds, offset) => {
      const wall = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19)
      const [hours, minutes] = [Math.trunc(Math.abs(offset) / 60), Math.abs(offset) % 60].map((part) =>
        String(part).padStart(2, '0'),
      )
      expect(parseMoment(`${wall}${offset < 0 ? '-' : '+'}${hours}:${minutes}`)).toBe(seconds * 1_000_000)
    }),
  )
})

const TEN = Date.UTC(2026, 10, 22, 10) * 1000

test.each([
  ['2026-11-22T10:00:00Z', TEN],
  ['2026-11-22T10:00:00', TEN],
  ['2026-11-22 10:00', TEN],
  ['2026-11-22t10:00:00z', TEN],
  ['  2026-11-22T10:00:00Z\n', TEN],
  ['2026-11-22T10:00:00.000000+00:00', TEN],
  ['2026-11-22T12:00:00+0200', TEN],
  ['2026-11-22T12:00:00+02', TEN],
  ['2026-11-22T12:00:00 +02:00', TEN],
  ['2026-11-22T12:00:00 02:00', TEN],
  ['2026-11-22T05:30:00-04:30', TEN],
  ['2026-11-22', Date.UTC(2026, 10, 22) * 1000],
  ['2026-11-22T10:00:00.1Z', TEN + 100_000],
  ['2026-11-22T10:00:00,000001Z', TEN + 1],
  ['2026-11-22T10:00:00.123456789Z', TEN + 123_456],
  ['2024-02-29', Date.UTC(2024, 1, 29) * 1000],
  ['1970-01-01', 0],
])('%j is a moment', (text, moment) => {
  expect(parseMoment(text)).toBe(moment)
})

test.each([
  '',
  'now',
  '1763805600',
  '2026',
  '2026-11',
  '26-11-22',
  '2026-11-22T',
  '2026-11-22T10',
  '2026-11-22T10:00:00.Z',
  '2026-11-22T10:00:00.1234567890Z',
  '2026-11-22Z',
  '2026-11-22T10:00:00+24:00',
  '2026-11-22T10:00:00+02:60',
  '2026-11-22T10:00:00+2:00',
  '2026-11-22T10:00:00ZZ',
  '2026-11-22T10:00:00 UTC',
  '2026-11-22T24:00:00',
  '2026-11-22T10:60:00',
  '2026-11-22T10:00:60',
  '2026-13-01',
  '2026-00-01',
  '2026-02-30',
  '2025-02-29',
  '2026-11-00',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00+00:01',
  '2200-01-01',
  '٢٠٢٦-١١-٢٢',
  '2026-11-22T10:00:00\u0000Z',
])('%j is none', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})

test('no text, however odd, breaks the reader', () => {
  const pieces = fc.constantFrom('2026', '-', '11', '22', 'T', ' ', '10', ':', '00', '.', '+', 'Z', '9', '\n')
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const moment = parseMoment(text)
      expect(moment === undefined || (Number.isSafeInteger(moment) && moment >= 0 && moment < END)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
