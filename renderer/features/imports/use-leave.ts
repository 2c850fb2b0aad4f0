import { useEffect } from 'react'

/** News without a catch goes by itself; the task menu keeps its report. */
const PLAIN_MS = 8000

/** Closes a card that leaves nothing to be read. */
export function useLeave(isPlain: boolean, close: () => void): void {
  useEffect(() => {
    if (!isPlain) return
    const timer = setTimeout(close, PLAIN_MS)
    return () => clearTimeout(timer)
  }, [isPlain, close])
}
