import { useEffect, useState } from 'react'

/** The time, told again every so many milliseconds; it stands still while `isLive` is false. */
export function useNow(everyMs: number, isLive = true): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, isLive])
  return now
}
