import { useEffect } from 'react'

/** Cards without problems close by themselves; the task menu keeps their reports. */
const PLAIN_MS = 8000

/** Closes a card that has no problems to read. */
export function useAutoClose(isPlain: boolean, close: () => void): void {
  useEffect(() => {
    if (!isPlain) return
    const timer = setTimeout(close, PLAIN_MS)
    return () => clearTimeout(timer)
  }, [isPlain, close])
}
