import { createStore } from 'zustand/vanilla'

interface RefusedState {
  /** Why a connection was refused when it was tested last, by its id. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Connections of this window that were kept although their test failed. */
export const refusedStore = createStore<RefusedState>(() => ({ reasons: {} }))

/** Keeps why the test of a connection failed; undefined: it passed, or was not made. */
export function keepRefusal(id: string, reason: string | undefined): void {
  refusedStore.setState(({ reasons }) => {
    const { [id]: _earlier, ...others } = reasons
    return { reasons: reason === undefined ? others : { ...others, [id]: reason } }
  })
}
