import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '#renderer/data/queries'
import { useEventNotes } from './use-event-notes.ts'

const REST_MS = 1000
/** A rate sinks while nothing is told. */
const SINKING_MS = 5000

/** How full the event store is, and how many events come. */
export function useEventStatus() {
  const status = useQuery(queries.eventStatus())
  const { refetch, data } = status
  useEventNotes(() => refetch({ cancelRefetch: false }), REST_MS)
  const isComing = (data?.perSecond ?? 0) > 0
  useEffect(() => {
    if (!isComing) return
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), SINKING_MS)
    return () => clearInterval(timer)
  }, [isComing, refetch])
  return status
}
