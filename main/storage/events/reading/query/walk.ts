import type { EventQuery } from '#common/events/query'
import { conditionsOf } from './conditions.ts'
import { admitLongRanges, chooseDriver } from './driver.ts'
import { type Span, spanBehind } from './sources.ts'
import type { QuerySql } from './statements.ts'
import { remainingTests } from './tests.ts'
import { type Window, windowOf } from './window.ts'

export interface QueryWalk {
  /** Returns the next window; undefined at the end. */
  next(): Window | undefined
  /** Takes the number of events found so far, and returns whether the walk continues. */
  goesOn(found: number): boolean
}

/** Target duration of a window, after which other work runs. */
const WINDOW_MS = 4
const LEAST_WIDTH = 128
const LEAST_TESTED_WIDTH = 256
const MOST_WIDTH = 8192

/**
 * Walks through all events that may match a query, in its order and in windows. Each window takes the next keys from
 * the index that is the sparsest there.
 */
export function queryWalk(sql: QuerySql, query: EventQuery, stored: Span | undefined): QueryWalk {
  const { limit, direction, includeDrafts } = query
  let conditions = stored === undefined ? [] : conditionsOf(sql, query)
  let span = stored
  const [first] = conditions
  const isOneIndex = conditions.length < 2 && first?.entriesToSort === undefined && includeDrafts
  let width = isOneIndex ? limit + 1 : Math.max(LEAST_TESTED_WIDTH, 2 * limit)
  let window: Window | undefined
  let begun = 0
  let walked = 0
  let reconsidered = 0

  return {
    next() {
      if (span === undefined) return undefined
      begun = performance.now()
      const driver = chooseDriver(sql, conditions, { span, direction })
      const tests = remainingTests(conditions, driver, includeDrafts)
      window = windowOf(sql, driver, { span, direction, width, tests })
      return window
    },

    goesOn(found) {
      if (span === undefined || window?.last === undefined) return false
      span = spanBehind(span, window.last, direction)
      walked += width
      const pace = WINDOW_MS / Math.max(0.1, performance.now() - begun)
      width = Math.round(Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, width * Math.min(2, pace))))
      if (walked < 2 * reconsidered) return true
      reconsidered = walked
      conditions = admitLongRanges(sql, conditions, { walked, found, missing: limit + 1 - found })
      return true
    },
  }
}
