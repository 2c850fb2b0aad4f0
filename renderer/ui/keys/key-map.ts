import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { CLASS_DIGITS, type Keyed } from './keyed.ts'

/** The commands that can be given other keys. The page that has them offers them; others only know what they are called. */
export interface KeyMap {
  /** With the keys that they have now. */
  readonly commands: readonly Keyed[]
  /** The commands that would answer to the chord at the same time as the command. */
  readonly clashesWith: (id: string, chord: string) => readonly Keyed[]
}

const store = createStore<KeyMap>(() => ({ commands: [], clashesWith: () => [] }))

/** From now on these are the commands with their keys. */
export function offerKeyMap(map: KeyMap): void {
  store.setState(map)
}

export function useKeyMap(): KeyMap {
  return useStore(store)
}

/** The chord that is printed beside a command; undefined when nobody can press one. */
export function useChord(id: string): string | undefined {
  return useStore(store, ({ commands }) => chordIn(commands, id))
}

/** The chord of a command at this moment, for a sentence that is said once. */
export function chordOf(id: string): string | undefined {
  return chordIn(store.getState().commands, id)
}

/** The chord that gives the class at a place of the project's order. */
export function useClassChord(place: number): string | undefined {
  const digit = CLASS_DIGITS[place]
  return useStore(store, ({ commands }) => (digit === undefined ? undefined : chordIn(commands, `class-${digit}`)))
}

function chordIn(commands: readonly Keyed[], id: string): string | undefined {
  const command = commands.find((each) => each.id === id)
  if (!command) throw new Error(`There is no command ${id}`)
  return command.chords[0]
}
