import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EventFilterView } from '#common/contract/events'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { useEventNotes } from '../live/use-event-notes.ts'
import { useNow } from '../live/use-now.ts'
import { type EventsView, isSieved, NO_FILTER } from '../view.ts'
import { type Domain, domainOf } from './scale.ts'

export interface Histogram {
  readonly domain: Domain
  readonly all: readonly number[]
  /** Of what fits the filter besides its time; undefined where it asks for nothing else. */
  readonly fitting: readonly number[] | undefined
}

const COUNTS_REST_MS = 1500
const SPAN_REST_MS = 10_000
/** How often a chart that ends now is looked at; bars move by whole steps only. */
const NOW_MS = 1000

/** The counts for the chart; undefined while there is no event. */
export function useHistogram(view: EventsView, isLive: boolean): Histogram | undefined {
  const now = useNow(NOW_MS, isLive)
  const { data: span, refetch } = useQuery({
    queryKey: [...keys.events, 'span'],
    queryFn: ({ signal }) => studio.events.span(undefined, { signal }),
    refetchOnMount: 'always',
  })
  useEventNotes(() => refetch({ cancelRefetch: false }), span === null ? COUNTS_REST_MS : SPAN_REST_MS)
  const domain = span ? domainOf(view, span.oldest, now) : undefined
  const all = useCounts(NO_FILTER, domain)
  const sieved = isSieved(view.filter)
  const fitting = useCounts(sieved ? view.filter : NO_FILTER, domain)
  if (domain === undefined || all === undefined) return undefined
  return { domain, all, fitting: sieved ? fitting : undefined }
}

function useCounts(filter: EventFilterView, domain: Domain | undefined): readonly number[] | undefined {
  const { start: _start, end: _end, ...rest } = filter
  const { data, refetch } = useQuery({
    queryKey: [...keys.events, 'histogram', rest, domain],
    queryFn: ({ signal }) => (domain === undefined ? null : counts(rest, domain, signal)),
    enabled: domain !== undefined,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    gcTime: 0,
  })
  useEventNotes(async () => domain && refetch({ cancelRefetch: false }), COUNTS_REST_MS)
  return data ?? undefined
}

async function counts(filter: EventFilterView, { start, end, bars }: Domain, signal: AbortSignal) {
  const times = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  return (await studio.events.histogram({ filter: { ...filter, ...times }, buckets: bars }, { signal })).counts
}
