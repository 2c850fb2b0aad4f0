import { setImmediate } from 'node:timers/promises'
import type { EventQuery } from '#common/events/query'
import type { EventPage, WrittenPage } from '#core/events/ports'
import { previews } from '../previews.ts'
import { storedSpan } from './span.ts'
import type { KeyedBody, QuerySql } from './statements.ts'
import { queryWalk } from './walk.ts'

/** A page ends early when its events together exceed this, because it is held in memory. */
const MOST_CHARACTERS = 16 * 1024 * 1024

/** Limits on a list for a screen, and on each event in it. */
const MOST_LISTED_CHARACTERS = 2 * 1024 * 1024
const LISTED = { whole: 32 * 1024, part: 8 * 1024 }

/** Pages of queries. Other work can run between the windows of a long walk. */
export function eventPages(sql: QuerySql) {
  const shorten = previews(LISTED)

  function told({ damaged, ...page }: Sheet): EventPage {
    return { ...page, damaged: sql.idsOf.all(JSON.stringify(damaged)) }
  }

  async function read(query: EventQuery, sheet: ReturnType<typeof pageSheet>): Promise<EventPage> {
    const walk = queryWalk(sql, query, storedSpan(sql, query))
    for (let window = walk.next(); window !== undefined; window = walk.next()) {
      for (const event of sql.bodies(window.text).iterate(...window.params))
        if (!sheet.takes(event)) return told(sheet.page(true))
      if (!walk.goesOn(sheet.count())) break
      await setImmediate()
    }
    return told(sheet.page(false))
  }

  const page = (query: EventQuery) => read(query, pageSheet(query, { most: MOST_CHARACTERS, tell: ({ body }) => body }))

  return {
    page,
    async pageWritten(query: EventQuery): Promise<WrittenPage> {
      const { events, ...rest } = await page(query)
      return { ...rest, events: new TextEncoder().encode(events) }
    },
    /** Returns a page for a screen, with long events shortened. */
    previews: (query: EventQuery) =>
      read(query, pageSheet(query, { most: MOST_LISTED_CHARACTERS, tell: ({ key, body }) => shorten(key, body) })),
  }
}

/** Maximum number of events on a page without damage. */
const MOST_DAMAGED = 1000

/** Damaged events by key. */
type Sheet = Omit<EventPage, 'damaged'> & { readonly damaged: readonly number[] }

interface Telling {
  readonly most: number
  readonly tell: (event: KeyedBody) => string
}

function pageSheet({ limit, direction }: EventQuery, { most, tell }: Telling) {
  const texts: string[] = []
  const damaged: number[] = []
  let characters = 0
  let last = 0
  return {
    count: () => texts.length,

    /** Returns whether there was room for the event. */
    takes(event: KeyedBody): boolean {
      if (texts.length === limit) return false
      if (event.isSound === 0) return passesOver(event.key)
      const text = tell(event)
      if (texts.length > 0 && characters + text.length > most) return false
      texts.push(text)
      characters += text.length
      last = event.key
      return true
    },

    page(hasMore: boolean): Sheet {
      const next = direction === 'asc' ? last + 1 : last
      return { events: texts.join(','), count: texts.length, next: hasMore ? next : undefined, damaged }
    },
  }

  function passesOver(key: number): boolean {
    if (damaged.length === MOST_DAMAGED) return false
    damaged.push(key)
    last = key
    return true
  }
}
