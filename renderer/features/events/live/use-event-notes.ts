import { useCallback, useEffect, useRef } from 'react'
import { onLibraryNote } from '#renderer/data/notes'

/**
 * Does something whenever events came, changed or went: never twice at once, and `restMs` apart. What it answers has it done as if
 * something had changed.
 */
export function useEventNotes(run: () => Promise<unknown>, restMs: number): () => void {
  const latest = useRef(run)
  const wake = useRef<() => void>(undefined)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    let isStale = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let isBusy = false
    const rest = () => {
      timer = setTimeout(() => {
        isBusy = false
        if (isStale) go()
      }, restMs)
    }
    const go = () => {
      isStale = false
      isBusy = true
      // Failures are shown with the list; the next note tries again.
      latest.current().then(rest, rest)
    }
    const change = () => {
      isStale = true
      if (!isBusy) go()
    }
    wake.current = change
    const stop = onLibraryNote(({ kind }) => kind === 'events' && change())
    return () => {
      stop()
      wake.current = undefined
      isStale = false
      clearTimeout(timer)
    }
  }, [restMs])
  return useCallback(() => wake.current?.(), [])
}
