import { createStore } from 'zustand/vanilla'

/** The selection, and the keyboard's position; by id, since new events push the others down. */
export interface Selection {
  readonly picked: ReadonlySet<string>
  /** Where the arrow keys go on from. */
  readonly focus: string | undefined
  /** Where a range starts. */
  readonly anchor: string | undefined
}

export type SelectionStore = ReturnType<typeof createSelection>

export function createSelection() {
  return createStore<Selection>(() => ({ picked: new Set(), focus: undefined, anchor: undefined }))
}

export function toggle(store: SelectionStore, event: string): void {
  store.setState(({ picked }) => {
    const next = new Set(picked)
    if (!next.delete(event)) next.add(event)
    return { picked: next, focus: event, anchor: event }
  })
}

/** Picks the events from the anchor to this one, besides what is picked already. */
export function pickTo(store: SelectionStore, ids: readonly string[], event: string): void {
  store.setState(({ picked, anchor }) => {
    const [from, to] = [ids.indexOf(anchor ?? event), ids.indexOf(event)]
    const range = ids.slice(Math.min(from === -1 ? to : from, to), Math.max(from, to) + 1)
    return { picked: new Set([...picked, ...range]), focus: event, anchor: anchor ?? event }
  })
}

export function pickAll(store: SelectionStore, ids: readonly string[]): void {
  store.setState({ picked: new Set(ids) })
}

export function clear(store: SelectionStore): void {
  if (store.getState().picked.size > 0) store.setState({ picked: new Set() })
}
