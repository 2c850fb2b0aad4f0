import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { EventView } from '#common/contract/events'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { behind } from '../moments.ts'
import { type EventsView, filterAt } from '../view.ts'
import { useEventNotes } from './use-event-notes.ts'

type Page = Awaited<ReturnType<typeof studio.events.page>>
export type Pages = InfiniteData<Page, string | undefined>

/** The start of the key of every list. */
export const LISTS = [...keys.events, 'list']

const PAGE = 100
/** The most that is fetched of new events at once; when more came, the list begins again with the newest. */
const MOST_NEW = 200
/** A list that stands at its top all day keeps so many. */
const MOST_KEPT = 1000
const REST_MS = 400
/** A page that did not come is asked for again after this. */
const RETRY_MS = 5000

export interface EventList {
  /** Newest first, as far as they are loaded; undefined until the first answer. */
  readonly events: readonly EventView[] | undefined
  readonly error: Error | null
  readonly hasMore: boolean
  /** Number of damaged events omitted from what is loaded. */
  readonly damaged: number
  /** How many came that are not in the list, because a person reads there. */
  readonly waiting: number
  readonly loadMore: () => void
  /** Begins again with the newest. */
  readonly reload: () => void
  /** Asks again for what may have changed: these places of the list. */
  readonly refresh: (first: number, last: number) => Promise<void>
}

/** The events that fit, fetched by pages; new ones come in at the top unless `isHeld`. */
export function useEventList(view: EventsView, isHeld: boolean): EventList {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState({ view, count: 0 })
  const queryKey = useMemo(() => [...LISTS, view], [view])
  const query = useInfiniteQuery<Page, Error, Pages, readonly unknown[], string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => studio.events.page(pageOf(view, pageParam), { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    // Events that came while the page was closed are not announced when it opens again.
    gcTime: 0,
  })
  const events = useMemo(() => query.data?.pages.flatMap((page) => page.events), [query.data])
  const change = (to: (pages: Pages) => Pages) => client.setQueryData<Pages>(queryKey, (now) => now && to(now))

  const newest = events?.[0]?.createdAt
  const isClosed = view.filter.end !== undefined
  const bring = useEventNotes(async () => {
    if (isClosed || events === undefined) return
    const filter = newest === undefined ? filterAt(view) : { ...view.filter, start: behind(newest) }
    if (isHeld) return setWaiting({ view, count: (await studio.events.count({ filter })).count })
    const page = await studio.events.page({ filter, limit: MOST_NEW, direction: 'desc' })
    setWaiting({ view, count: 0 })
    change((pages) => withNew(pages, page))
  }, REST_MS)
  // Events that waited while the list was held come in once it is not.
  useEffect(() => {
    if (!isHeld) bring()
  }, [isHeld, bring])

  const reload = () => {
    setWaiting({ view, count: 0 })
    void client.resetQueries({ queryKey, exact: true })
  }
  return {
    events,
    error: query.error,
    hasMore: query.hasNextPage,
    damaged: new Set(query.data?.pages.flatMap((page) => page.damaged)).size,
    waiting: isClosed || waiting.view !== view ? 0 : waiting.count,
    loadMore() {
      const isResting = query.isFetchNextPageError && Date.now() - query.errorUpdatedAt < RETRY_MS
      if (!query.isFetching && !isResting) void query.fetchNextPage()
    },
    reload,
    async refresh(first, last) {
      const [top, bottom] = [events?.[first], events?.[last]]
      if (top === undefined || bottom === undefined) return
      const filter = { ...view.filter, start: bottom.createdAt, end: behind(top.createdAt) }
      const page = await studio.events.page({ filter, limit: Math.min(200, last - first + 1), direction: 'desc' })
      change((pages) => withChanged(pages, page.events))
    },
  }
}

function pageOf(view: EventsView, end: string | undefined) {
  const filter = filterAt(view)
  return { filter: end === undefined ? filter : { ...filter, end }, limit: PAGE, direction: 'desc' as const }
}

/** Puts new events before the others; when not all of them came at once, what is between them would be missing. */
export function withNew(now: Pages, page: Page): Pages {
  if (page.events.length === 0) return now
  const [first, ...others] = now.pages
  if (page.next !== null || first === undefined) return { pages: [page], pageParams: [undefined] }
  const known = new Set(first.events.map(({ id }) => id))
  const events = [...page.events.filter(({ id }) => !known.has(id)), ...first.events]
  const damaged = [...new Set([...page.damaged, ...first.damaged])]
  const last = events[MOST_KEPT - 1]
  if (events.length > MOST_KEPT && last !== undefined)
    return {
      pages: [{ events: events.slice(0, MOST_KEPT), next: last.createdAt, damaged }],
      pageParams: [undefined],
    }
  return { ...now, pages: [{ events, next: first.next, damaged }, ...others] }
}

function withChanged(now: Pages, changed: readonly EventView[]): Pages {
  const byId = new Map(changed.map((event) => [event.id, event]))
  const events = (page: Page) => page.events.map((event) => byId.get(event.id) ?? event)
  return { ...now, pages: now.pages.map((page) => ({ ...page, events: events(page) })) }
}
