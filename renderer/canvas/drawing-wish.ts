import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Driver to draw with: the GPU if it is a real one, the GPU in any case, or the CPU. */
export type DrawingWish = 'automatic' | 'gpu' | 'soft'

const KEY = 'tessera.drawing'

const store = createStore<{ readonly wish: DrawingWish }>(() => ({ wish: stored() }))

export function drawingWish(): DrawingWish {
  return store.getState().wish
}

export function useDrawingWish(): DrawingWish {
  return useStore(store, ({ wish }) => wish)
}

/** Sets the driver. Open canvases switch at once. */
export function wishDrawing(wish: DrawingWish): void {
  localStorage.setItem(KEY, wish)
  store.setState({ wish })
}

/** Calls the listener on every change until the returned function is called. */
export function onDrawingWish(listener: (wish: DrawingWish) => void): () => void {
  return store.subscribe(({ wish }) => listener(wish))
}

function stored(): DrawingWish {
  const wish = globalThis.localStorage?.getItem(KEY)
  return wish === 'gpu' || wish === 'soft' ? wish : 'automatic'
}
