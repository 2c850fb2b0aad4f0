import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { CLASS_DIGITS, type Keyed } from './keyed.ts'

/** The commands whose keys can be changed. The annotate page registers them; other pages only show them. */
export interface KeyMap {
  /** With their current keys. */
  readonly commands: readonly Keyed[]
  /** Returns the commands that would respond to the chord in the same situation. */
  readonly clashesWith: (id: string, chord: string) => readonly Keyed[]
}

const store = createStore<KeyMap>(() => ({ commands: [], clashesWith: () => [] }))

/** Registers the commands with their keys. */
export function offerKeyMap(map: KeyMap): void {
  store.setState(map)
}

export function useKeyMap(): KeyMap {
  return useStore(store)
}

/** Returns the chord to display for a command; undefined if it has none. */
export function useChord(id: string): string | undefined {
  return useStore(store, ({ commands }) => chordIn(commands, id))
}

/** Returns the current chord of a command, for text that is not updated. */
export function chordOf(id: string): string | undefined {
  return chordIn(store.getState().commands, id)
}

/** Returns the chord for the class at a position of the project's order. */
export function useClassChord(place: number): string | undefined {
  const digit = CLASS_DIGITS[place]
  return useStore(store, ({ commands }) => (digit === undefined ? undefined : chordIn(commands, `class-${digit}`)))
}

function chordIn(commands: readonly Keyed[], id: string): string | undefined {
  const command = commands.find((each) => each.id === id)
  if (!command) throw new Error(`There is no command ${id}`)
  return command.chords[0]
}
