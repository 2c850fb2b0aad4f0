/** A browser that is always busy finds no time: then what waits is done after this many milliseconds. */
const LONGEST_MS = 500

/**
 * Calls it once there is time, behind frames and keys, and not while a button is held: what a hand drags has the processor to itself.
 * Returns what calls it off. Not every browser tells when it has time: there, between two tasks.
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
  // Moves too: a button may be let go where nobody hears it.
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel'] as const)
    addEventListener(type, look, { capture: true, passive: true })
  hand = watched
  return watched
}
