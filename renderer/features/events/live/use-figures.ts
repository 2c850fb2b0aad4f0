import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { type EventsView, filterAt } from '../view.ts'
import { useEventNotes } from './use-event-notes.ts'

const COUNT_REST_MS = 1000
const FACETS_REST_MS = 5000

/** How many events fit. */
export function useEventCount(view: EventsView): number | undefined {
  const { data, refetch } = useQuery({
    queryKey: [...keys.events, 'count', view],
    queryFn: ({ signal }) => studio.events.count({ filter: filterAt(view) }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
  useEventNotes(() => refetch({ cancelRefetch: false }), COUNT_REST_MS)
  return data?.count
}

/** The values that there are to filter by. */
export function useEventFacets() {
  const { data, refetch } = useQuery({
    queryKey: [...keys.events, 'facets'],
    queryFn: ({ signal }) => studio.events.facets(undefined, { signal }),
    refetchOnMount: 'always',
  })
  useEventNotes(() => refetch({ cancelRefetch: false }), FACETS_REST_MS)
  return data
}
