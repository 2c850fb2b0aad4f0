import { setImmediate } from 'node:timers/promises'
import type { EventQuery } from '#common/events/query'
import type { EventPage } from '#core/events/ports'
import { storedSpan } from './span.ts'
import type { KeyedBody, QuerySql } from './statements.ts'
import { queryWalk } from './walk.ts'

/** A page whose events are longer than this together ends early: a text cannot be of any length. */
const MOST_CHARACTERS = 64 * 1024 * 1024

/** Pages of queries. Between the windows of a long walk others have their turn. */
export function eventPages(sql: QuerySql) {
  return {
    async page(query: EventQuery): Promise<EventPage> {
      const sheet = pageSheet(query)
      const walk = queryWalk(sql, query, storedSpan(sql, query))
      for (let window = walk.next(); window !== undefined; window = walk.next()) {
        for (const event of sql.bodies(window.text).iterate(...window.params))
          if (!sheet.takes(event)) return sheet.page(true)
        if (!walk.goesOn(sheet.count())) break
        await setImmediate()
      }
      return sheet.page(false)
    },
  }
}

function pageSheet({ limit, direction }: EventQuery) {
  const texts: string[] = []
  let characters = 0
  let last = 0
  return {
    count: () => texts.length,

    /** Whether there was room for the event. */
    takes({ key, body }: KeyedBody): boolean {
      if (texts.length === limit || (texts.length > 0 && characters + body.length > MOST_CHARACTERS)) return false
      texts.push(body)
      characters += body.length
      last = key
      return true
    },

    page(hasMore: boolean): EventPage {
      const next = direction === 'asc' ? last + 1 : last
      return { events: texts.join(','), count: texts.length, next: hasMore ? next : undefined }
    },
  }
}
