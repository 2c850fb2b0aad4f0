import { useCallback, useLayoutEffect, useRef } from 'react'

/** The same function for as long as the component is there, which does what the last one given does: who gets it is not drawn anew with its giver. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const latest = useRef(act)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
