import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Who is to draw: the graphics card where there is a real one, the graphics card whatever it is, or the processor. */
export type DrawingWish = 'automatic' | 'gpu' | 'soft'

const KEY = 'tessera.drawing'

const store = createStore<{ readonly wish: DrawingWish }>(() => ({ wish: stored() }))

export function drawingWish(): DrawingWish {
  return store.getState().wish
}

export function useDrawingWish(): DrawingWish {
  return useStore(store, ({ wish }) => wish)
}

/** Canvases that are open obey at once. */
export function wishDrawing(wish: DrawingWish): void {
  localStorage.setItem(KEY, wish)
  store.setState({ wish })
}

/** The listener is called whenever the wish changes, until the returned function is. */
export function onDrawingWish(listener: (wish: DrawingWish) => void): () => void {
  return store.subscribe(({ wish }) => listener(wish))
}

function stored(): DrawingWish {
  const wish = globalThis.localStorage?.getItem(KEY)
  return wish === 'gpu' || wish === 'soft' ? wish : 'automatic'
}
