import type { EventFilterView } from '#common/contract/events'
import { msOf } from '../moments.ts'
import { type EventsView, spanMs } from '../view.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Widths of bars, and distances of labels, that people read without thinking. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((each) => each * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((each) => each * MINUTE),
  ...[1, 2, 3, 6, 12].map((each) => each * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((each) => each * DAY),
]

/** A store that is seconds old shows a minute. */
const LEAST = MINUTE

/** Bars that can still be told apart. */
const MOST_BARS = 96

/** The time that the chart shows, cut into bars of equal width. Milliseconds since 1970. */
export interface Domain {
  readonly start: number
  readonly end: number
  readonly step: number
  readonly bars: number
}

/** A part of the domain that a person chose. */
export interface Brush {
  readonly from: number
  readonly to: number
}

/**
 * From the oldest event (or the begin of the chosen span) until now. Bars begin at round moments, so that they stay the same while time
 * goes on.
 */
export function domainOf({ span, filter }: EventsView, oldest: string, nowMs: number): Domain {
  const first = Math.max(msOf(oldest), nowMs - spanMs(span))
  const chosen = Math.min(first, filter.start === undefined ? first : msOf(filter.start), nowMs - LEAST)
  const last = Math.max(nowMs, chosen + LEAST)
  const step = stepFor((last - chosen) / MOST_BARS)
  const start = Math.floor(chosen / step) * step
  const end = (Math.floor(last / step) + 1) * step
  return { start, end, step, bars: Math.round((end - start) / step) }
}

/** The chosen time as a part of the chart; undefined where none is chosen. */
export function brushOf({ start, end }: EventFilterView, domain: Domain): Brush | undefined {
  if (start === undefined && end === undefined) return undefined
  return {
    from: start === undefined ? domain.start : Math.max(domain.start, msOf(start)),
    to: end === undefined ? domain.end : Math.min(domain.end, msOf(end)),
  }
}

/** The filter of a brush: an edge at the end of the chart stays open. */
export function brushFilter(filter: EventFilterView, brush: Brush | undefined, domain: Domain): EventFilterView {
  const { start: _start, end: _end, ...rest } = filter
  if (brush === undefined) return rest
  return {
    ...rest,
    ...(brush.from > domain.start && { start: new Date(brush.from).toISOString() }),
    ...(brush.to < domain.end && { end: new Date(brush.to).toISOString() }),
  }
}

/** From one place to another, out to the edges of the bars. */
export function snapped(a: number, b: number, { start, end, step }: Domain): Brush {
  const from = Math.floor((Math.min(a, b) - start) / step) * step + start
  const to = Math.ceil((Math.max(a, b) - start) / step) * step + start
  return { from: Math.max(start, from), to: Math.min(end, Math.max(to, from + step)) }
}

/** Round moments for at most so many labels, away from the edges. */
export function ticksOf(
  { start, end }: Domain,
  most: number,
): { readonly step: number; readonly at: readonly number[] } {
  const step = stepFor((end - start) / most)
  // Days begin where the clock of this machine says so.
  const shift = step >= HOUR ? new Date(start).getTimezoneOffset() * MINUTE : 0
  const margin = (end - start) * 0.04
  const at: number[] = []
  for (let tick = Math.ceil((start - shift) / step) * step + shift; tick <= end - margin; tick += step)
    if (tick >= start + margin) at.push(tick)
  return { step, at }
}

function stepFor(least: number): number {
  return STEPS.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY
}
