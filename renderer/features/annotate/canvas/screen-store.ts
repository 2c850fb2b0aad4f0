import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bench } from '../workbench/bench.ts'

/** What the screen around the canvas shows. */
export type ScreenStore = Pick<StoreApi<Bench>, 'getState' | 'getInitialState' | 'subscribe'>

/**
 * The same as what is in hand, but for the moment when another picture comes: the canvas draws it first, and everything around it
 * follows in one go as soon as that frame is out. `afterFrame` calls what it is given after the next frame.
 */
export function screenStore(bench: StoreApi<Bench>, afterFrame: (act: () => void) => void): ScreenStore {
  const screen = createStore(() => bench.getState())
  let isHeld = false
  bench.subscribe((now, before) => {
    if (now.image !== before.image && !isHeld) {
      isHeld = true
      afterFrame(() => {
        isHeld = false
        screen.setState(bench.getState(), true)
      })
    }
    if (!isHeld) screen.setState(now, true)
  })
  return screen
}
