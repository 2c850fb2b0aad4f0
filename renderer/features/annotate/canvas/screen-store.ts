import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Documents } from '../document/views.ts'
import type { Bench } from '../workbench/bench.ts'

/** What the screen around the canvas shows. */
export interface Screen {
  readonly bench: Bench
  readonly views: Documents['views']
}

export type ScreenStore = Pick<StoreApi<Screen>, 'getState' | 'getInitialState' | 'subscribe'>

interface Shown {
  readonly bench: StoreApi<Bench>
  readonly documents: StoreApi<Documents>
}

/** What takes the keys as soon as it stands over the image. */
const OVER = ['picker', 'pile', 'asking', 'skeletonOf', 'classTask', 'attributesAt', 'isShowingKeys'] as const

/**
 * The same as what is in hand and labelled, but for the moment when another image comes or labels change: the edit leaves for the
 * disk and the canvas draws it first, and everything around it follows in one go as soon as that frame is out, or something opens
 * that the next key is for. `afterFrame` calls what it is given after the next frame, unless what it returns is called.
 */
export function screenStore({ bench, documents }: Shown, afterFrame: (act: () => void) => () => void): ScreenStore {
  const current = (): Screen => ({ bench: bench.getState(), views: documents.getState().views })
  const screen = createStore(current)
  let letGo: (() => void) | undefined
  let isDue = false

  function hold(): void {
    letGo ??= afterFrame(follow)
  }

  function follow(): void {
    letGo?.()
    letGo = undefined
    screen.setState(current(), true)
  }

  // What one event changes is followed once, and not before it is known whether labels are among it.
  function followSoon(): void {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      if (!letGo) follow()
    })
  }

  bench.subscribe((now, before) => {
    if (now.image !== before.image) hold()
    if (OVER.some((part) => now[part] !== before[part])) follow()
    else if (!letGo) followSoon()
  })
  documents.subscribe(({ views }, before) => {
    const { image } = bench.getState()
    if (image !== undefined && views.get(image) !== before.views.get(image)) hold()
  })
  return screen
}
