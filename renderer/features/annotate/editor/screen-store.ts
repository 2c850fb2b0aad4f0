import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Documents } from '../model/document/views.ts'
import type { EditorState } from '../model/editor-state.ts'

/** State of the screen around the canvas. */
export interface Screen {
  readonly state: EditorState
  readonly views: Documents['views']
}

export type ScreenStore = Pick<StoreApi<Screen>, 'getState' | 'getInitialState' | 'subscribe'>

interface Shown {
  readonly state: StoreApi<EditorState>
  readonly documents: StoreApi<Documents>
}

/** Overlays that take the keys as soon as they stand over the image. */
const OVER = ['picker', 'pile', 'asking', 'skeletonOf', 'classTask', 'attributesAt', 'isShowingKeys'] as const

/**
 * The same as what is in hand and labeled, but for the moment when another image comes or labels change: the edit leaves for the
 * disk and the canvas draws it first, and everything around it follows in one go as soon as that frame is out, or something opens
 * that the next key is for. `afterFrame` calls what it is given after the next frame, unless what it returns is called.
 */
export function screenStore({ state, documents }: Shown, afterFrame: (act: () => void) => () => void): ScreenStore {
  const current = (): Screen => ({ state: state.getState(), views: documents.getState().views })
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

  // Changes made by one event are followed once, and not before it is known whether annotations are among them.
  function followSoon(): void {
    if (isDue) return
    isDue = true
    queueMicrotask(() => {
      isDue = false
      if (!letGo) follow()
    })
  }

  state.subscribe((now, before) => {
    if (now.image !== before.image) hold()
    if (OVER.some((part) => now[part] !== before[part])) follow()
    else if (!letGo) followSoon()
  })
  documents.subscribe(({ views }, before) => {
    const { image } = state.getState()
    if (image !== undefined && views.get(image) !== before.views.get(image)) hold()
  })
  return screen
}
