import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventView } from '#common/contract/events'
import { keys } from '#renderer/data/queries'
import { studio } from '#renderer/data/studio'
import { NO_FILTER } from '../view.ts'
import { LISTS, type Pages } from './use-event-list.ts'
import { useEventNotes } from './use-event-notes.ts'

const REST_MS = 1000
const MOST_FEEDBACK = 50

/** One event, as a list has it until it is asked for. */
export function useEvent(id: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: eventKey(id),
    queryFn: ({ signal }) => studio.events.find({ event: id }, { signal }),
    placeholderData: () => listedEvent(client, id),
    refetchOnMount: 'always',
  })
  const { refetch } = query
  useEventNotes(() => refetch({ cancelRefetch: false }), REST_MS)
  return query
}

function listedEvent(client: QueryClient, id: string): EventView | undefined {
  const lists = client.getQueriesData<Pages>({ queryKey: LISTS })
  const events = lists.flatMap(([, list]) => list?.pages.flatMap((page) => page.events) ?? [])
  return events.find((event) => event.id === id)
}

/** Feedback on an event, the latest first. */
export function useFeedback(id: string) {
  const query = useQuery({
    queryKey: feedbackKey(id),
    queryFn: ({ signal }) =>
      studio.events.page(
        {
          filter: { ...NO_FILTER, schemas: ['operator_feedback'], relatedEventId: id },
          limit: MOST_FEEDBACK,
          direction: 'desc',
        },
        { signal },
      ),
    refetchOnMount: 'always',
  })
  const { refetch } = query
  useEventNotes(() => refetch({ cancelRefetch: false }), REST_MS)
  return query
}

export function eventKey(id: string) {
  return [...keys.events, 'one', id]
}

export function feedbackKey(id: string) {
  return [...keys.events, 'feedback', id]
}
