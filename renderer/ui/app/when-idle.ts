/** Longest wait in milliseconds, since a busy browser may never be idle. */
const LONGEST_MS = 500

/**
 * Calls a function once when the browser is idle and no button is held, so that a drag has the CPU to itself. Browsers
 * without idle callbacks run it between two tasks. Returns a function that cancels it.
 */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(act)
    return () => clearTimeout(timer)
  }
  const hand = watchedHand()
  let handle = 0
  const ask = () => {
    handle = requestIdleCallback(() => (hand.isHeld ? ask() : act()), { timeout: LONGEST_MS })
  }
  ask()
  return () => cancelIdleCallback(handle)
}

let hand: { isHeld: boolean } | undefined

function watchedHand(): { readonly isHeld: boolean } {
  if (hand) return hand
  const watched = { isHeld: false }
  const look = ({ buttons }: PointerEvent) => {
    watched.isHeld = buttons !== 0
  }
  // Moves count too, because a button may be released where no event arrives.
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    addEventListener(type, look, { capture: true, passive: true })
  hand = watched
  return watched
}
