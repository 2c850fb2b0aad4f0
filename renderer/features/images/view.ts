import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export const TILE = { least: 120, most: 320, usual: 184 } as const

const KEY = 'tessera.images.tile'

/** How wide the tiles are at least, kept for the next time. */
const store = createStore<{ readonly tile: number }>(() => ({ tile: stored() }))

export function useTileWidth(): number {
  return useStore(store, (state) => state.tile)
}

export function setTileWidth(tile: number): void {
  localStorage.setItem(KEY, String(tile))
  store.setState({ tile })
}

function stored(): number {
  const value = Number(localStorage.getItem(KEY))
  return value >= TILE.least && value <= TILE.most ? value : TILE.usual
}
