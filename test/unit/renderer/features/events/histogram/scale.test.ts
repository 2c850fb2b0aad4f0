import { expect, test } from 'vitest'
import { brushFilter, brushOf, domainOf, snapped } from '#renderer/features/events/histogram/scale'
import { NO_FILTER } from '#renderer/features/events/view'

const NOW = Date.parse('2026-11-20T08:00:30Z')
const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)

test('the chart spans from the oldest event until now in bars that start at round times', () => {
  const domain = domainOf({ span: 'all', filter: NO_FILTER }, '2026-11-20T06:00:10.000000Z', NOW)

  expect(domain).toEqual({ start: at('06:00:00'), end: at('08:02:00'), step: 120_000, bars: 61 })
})

test('shows only the span of a short or new store, but at least a minute', () => {
  const quarter = domainOf({ span: 'quarter', filter: NO_FILTER }, '2026-11-20T06:00:10.000000Z', NOW)
  const young = domainOf({ span: 'all', filter: NO_FILTER }, '2026-11-20T08:00:29.500000Z', NOW)

  expect([quarter.start, quarter.step]).toEqual([at('07:45:30'), 10_000])
  expect([young.start, young.step]).toEqual([at('07:59:30'), 1000])
})

test('a dragged range covers whole bars, and is open-ended where it reaches the end of the chart', () => {
  const domain = domainOf({ span: 'all', filter: NO_FILTER }, '2026-11-20T06:00:10.000000Z', NOW)

  const inside = brushFilter(NO_FILTER, snapped(at('07:43:10'), at('07:10:50'), domain), domain)
  const untilNow = brushFilter(NO_FILTER, snapped(at('07:43:10'), domain.end - 1, domain), domain)

  expect(inside).toEqual({ ...NO_FILTER, start: '2026-11-20T07:10:00.000Z', end: '2026-11-20T07:44:00.000Z' })
  expect(brushOf(inside, domain)).toEqual({ from: at('07:10:00'), to: at('07:44:00') })
  expect(untilNow).toEqual({ ...NO_FILTER, start: '2026-11-20T07:42:00.000Z' })
})
