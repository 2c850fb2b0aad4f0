/** A browser that is always busy finds no time: then what waits is done after this many milliseconds. */
const LONGEST_MS = 500

/** Calls it once there is time, behind frames and keys; returns what calls it off. Not every browser tells when it has time: there, between two tasks. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: LONGEST_MS })
  return () => cancelIdleCallback(handle)
}
