import { createStore } from 'zustand/vanilla'
import type { ImageId } from '#common/ids'

/** The selection of the images page, and the keyboard's position. Indexes are places in the query's order. */
export interface Selection {
  readonly picked: ReadonlySet<ImageId>
  /** Where the arrow keys go on from. */
  readonly focus: number
  /** Where a range starts. */
  readonly anchor: number
}

export type SelectionStore = ReturnType<typeof createSelection>

export function createSelection() {
  return createStore<Selection>(() => ({ picked: new Set(), focus: 0, anchor: 0 }))
}

export function toggle(store: SelectionStore, image: ImageId, index: number): void {
  store.setState(({ picked }) => {
    const next = new Set(picked)
    if (!next.delete(image)) next.add(image)
    return { picked: next, focus: index, anchor: index }
  })
}

export function pick(store: SelectionStore, images: Iterable<ImageId>): void {
  store.setState(({ picked }) => ({ picked: new Set([...picked, ...images]) }))
}

export function replace(store: SelectionStore, images: Iterable<ImageId>): void {
  store.setState({ picked: new Set(images) })
}

/** Picks all of a query but those that were picked. */
export function invert(store: SelectionStore, all: Iterable<ImageId>): void {
  store.setState(({ picked }) => ({ picked: new Set(all).difference(picked) }))
}

export function clear(store: SelectionStore): void {
  if (store.getState().picked.size > 0) store.setState({ picked: new Set() })
}
