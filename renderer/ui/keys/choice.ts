import { z } from 'zod'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Bindings } from './bindings.ts'
import { PROFILE_IDS, PROFILES, type ProfileId } from './profiles.ts'

/** The user's key settings. They can be exported to a file for another machine. */
export const KeyChoice = z.object({
  profile: z.enum(PROFILE_IDS),
  /** Keys that were set one by one, in addition to the profile. */
  own: Bindings,
})
export type KeyChoice = z.infer<typeof KeyChoice>

const KEY = 'tessera.keys'

const store = createStore<KeyChoice>(stored)

function stored(): KeyChoice {
  try {
    return KeyChoice.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    return { profile: 'tessera', own: {} }
  }
}

export function chooseKeys(choice: KeyChoice): void {
  localStorage.setItem(KEY, JSON.stringify(choice))
  store.setState(choice)
}

/** Returns whether the user has chosen any keys. */
export function isKeyChoiceMade(): boolean {
  return localStorage.getItem(KEY) !== null
}

export function chooseProfile(profile: ProfileId): void {
  chooseKeys({ ...store.getState(), profile })
}

/** Sets the keys of a command; undefined restores those of the profile. */
export function bindKey(id: string, chords: readonly string[] | undefined): void {
  const { [id]: _, ...own } = store.getState().own
  chooseKeys({ ...store.getState(), own: chords === undefined ? own : { ...own, [id]: [...chords] } })
}

export function useKeyChoice(): KeyChoice {
  return useStore(store)
}

/** Returns the current bindings, highest priority first. */
export function chosenBindings(): readonly Bindings[] {
  const { profile, own } = store.getState()
  return [own, PROFILES[profile].bindings]
}

export function onKeyChoice(listener: () => void): void {
  store.subscribe(listener)
}
