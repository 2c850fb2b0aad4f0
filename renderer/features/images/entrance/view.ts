import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { COLUMN_NAMES, type ColumnName, USUAL_COLUMNS } from '../table/columns.ts'

export const TILE = { least: 120, most: 320, usual: 184 } as const

/** How images are shown, whatever the query; kept for the next time. */
interface View {
  /** How wide the tiles are at least. */
  readonly tile: number
  /** Outlines on every tile, not only on those under the pointer and picked. */
  readonly showsLabels: boolean
  /** Columns of the table, in its order. */
  readonly columns: readonly ColumnName[]
}

const KEYS = {
  tile: 'tessera.images.tile',
  labels: 'tessera.images.labels',
  columns: 'tessera.images.columns',
} as const

const store = createStore<View>(() => ({
  tile: storedTile(),
  showsLabels: localStorage.getItem(KEYS.labels) === 'true',
  columns: storedColumns(),
}))

export function useView(): View {
  return useStore(store)
}

export function setTileWidth(tile: number): void {
  localStorage.setItem(KEYS.tile, String(tile))
  store.setState({ tile })
}

export function showLabels(showsLabels: boolean): void {
  localStorage.setItem(KEYS.labels, String(showsLabels))
  store.setState({ showsLabels })
}

export function chooseColumns(wanted: ReadonlySet<ColumnName>): void {
  const columns = COLUMN_NAMES.filter((name) => wanted.has(name))
  localStorage.setItem(KEYS.columns, columns.join(','))
  store.setState({ columns })
}

function storedTile(): number {
  const value = Number(localStorage.getItem(KEYS.tile))
  return value >= TILE.least && value <= TILE.most ? value : TILE.usual
}

function storedColumns(): readonly ColumnName[] {
  const text = localStorage.getItem(KEYS.columns)
  if (text === null) return USUAL_COLUMNS
  const named = new Set(text.split(','))
  return COLUMN_NAMES.filter((name) => named.has(name))
}
