import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { LabelClass } from '#common/contract/projects'
import { withLabelKeys } from '../../classes/label-keys.ts'
import { CLASS_DIGITS } from '../class-keys.ts'
import type { KeyCommand } from '../key-command.ts'
import { KEYMAP } from '../keymap.ts'
import { Bindings, boundKeys } from './bindings.ts'
import { PROFILE_IDS, PROFILES, type ProfileId } from './profiles.ts'

/** Which keys a person chose. A file of it can be carried to another machine. */
export const KeyChoice = z.object({
  profile: z.enum(PROFILE_IDS),
  /** Keys that were set one by one, on top of the profile. */
  own: Bindings,
})
export type KeyChoice = z.infer<typeof KeyChoice>

const KEY = 'tessera.keys'

interface KeyState {
  readonly choice: KeyChoice
  /** Classes of the project that is being labelled; some have keys of their own. */
  readonly classes: readonly LabelClass[]
  readonly commands: readonly KeyCommand[]
}

const store = createStore<KeyState>(() => stateOf({ choice: stored(), classes: [] }))

function stateOf({ choice, classes }: Pick<KeyState, 'choice' | 'classes'>): KeyState {
  const bound = boundKeys(KEYMAP, choice.own, PROFILES[choice.profile].bindings)
  return { choice, classes, commands: withLabelKeys(bound, classes) }
}

/** The keys of these classes are valid from now on, and no others. */
export function holdLabelKeys(classes: readonly LabelClass[]): void {
  store.setState(stateOf({ choice: store.getState().choice, classes }))
}

function stored(): KeyChoice {
  try {
    return KeyChoice.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return { profile: 'tessera', own: {} }
  }
}

export function chooseKeys(choice: KeyChoice): void {
  localStorage.setItem(KEY, JSON.stringify(choice))
  store.setState(stateOf({ choice, classes: store.getState().classes }))
}

/** Whether anybody has said which keys they want. */
export function isKeyChoiceMade(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function chooseProfile(profile: ProfileId): void {
  chooseKeys({ ...store.getState().choice, profile })
}

/** Gives a command other keys; undefined gives it back those of the profile. */
export function bindKey(id: string, chords: readonly string[] | undefined): void {
  const { [id]: _, ...own } = store.getState().choice.own
  chooseKeys({ ...store.getState().choice, own: chords === undefined ? own : { ...own, [id]: [...chords] } })
}

export function useKeyChoice(): KeyChoice {
  return useStore(store, ({ choice }) => choice)
}

/** Every command of the annotate screen with the keys it has now. */
export function useKeyCommands(): readonly KeyCommand[] {
  return useStore(store, ({ commands }) => commands)
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

function chordIn(commands: readonly KeyCommand[], id: string): string | undefined {
  const command = commands.find((each) => each.id === id)
  if (!command) throw new Error(`There is no command ${id}`)
  return command.chords[0]
}
