import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that keeps its identity and calls the latest `act`, so that components that receive it are not
 * rendered again.
 */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
