import { useLayoutEffect, useRef } from 'react'
import { readOnlyNow, type Written } from '#renderer/data/read-only'
import { type Chord, matchesChord, parseChord } from './chord.ts'

/** A command of this screen that has a key. */
export interface Command {
  /** Unique, such as `annotate.next-image`. */
  readonly id: string
  /** Verb and object, such as "Next image". */
  readonly label: string
  /** One or more chords; the first is the one that is displayed. */
  readonly chord: string | readonly string[]
  readonly run: (event: KeyboardEvent) => void
  /**
   * When false, the command takes no key and is not listed. A function is called on each key press, for commands that
   * depend on the effect of the previous key before it is drawn.
   */
  readonly isEnabled?: boolean | (() => boolean) | undefined
  /** Data that the command changes. It is disabled while that data is read-only. */
  readonly writes?: Written | undefined
  /** False hides the command from the palette, because it is too small a step or listed as something else. */
  readonly isListed?: boolean | undefined
  /** Whether it also works while text is edited. Only chords with Ctrl make sense there. */
  readonly inFields?: boolean | undefined
}

interface Layer {
  commands: readonly Command[]
  /** No layer below this one receives keys, because a dialog is open. */
  readonly isBarrier: boolean
}

let layers: readonly Layer[] = []

const listeners = new Set<() => void>()

/**
 * Calls the listener before a key runs a command, until the returned function is called. Temporary overlays close then.
 */
export function beforeCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Registers commands while the component is mounted, as soon as its page is in the document. The component mounted last
 * has priority. A frame around pages registers `below` them, because effects of outer components run last.
 */
export function useCommands(commands: readonly Command[], place: 'above' | 'below' = 'above'): void {
  const layer = useRef<Layer>({ commands, isBarrier: false })
  useLayoutEffect(() => {
    layer.current.commands = commands
  })
  useLayoutEffect(() => addLayer(layer.current, place), [place])
}

/** Disables all current commands until the returned function is called. Used by dialogs. */
export function holdCommands(): () => void {
  return addLayer({ commands: [], isBarrier: true }, 'above')
}

/** Returns the commands that keys can reach now, last registered first. */
export function validCommands(): readonly Command[] {
  return reachedCommands().filter(isValid)
}

function reachedCommands(): readonly Command[] {
  const above = layers.slice(layers.findLastIndex(({ isBarrier }) => isBarrier) + 1)
  return above.toReversed().flatMap(({ commands }) => commands)
}

function isValid({ isEnabled = true, writes }: Command): boolean {
  if (readOnlyNow(writes) !== undefined) return false
  return typeof isEnabled === 'function' ? isEnabled() : isEnabled
}

/** Listens on the window. The entry calls it once. */
export function startCommands(target: Window): () => void {
  const listen = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const command = reachedCommands().find((each) => answers(each, event) && isValid(each))
    if (command === undefined) return
    event.preventDefault()
    for (const before of listeners) before()
    command.run(event)
  }
  target.addEventListener('keydown', listen)
  return () => target.removeEventListener('keydown', listen)
}

function answers(command: Command, event: KeyboardEvent): boolean {
  if (isEditing(event.target) && command.inFields !== true) return false
  const chords = typeof command.chord === 'string' ? [command.chord] : command.chord
  return chords.some((chord) => matchesChord(event, chordOf(chord)))
}

const parsed = new Map<string, Chord>()

/** Cached, since every key event is compared with about two hundred chords. */
function chordOf(text: string): Chord {
  const known = parsed.get(text) ?? parseChord(text)
  parsed.set(text, known)
  return known
}

/** Returns whether keys go to a text that is being edited. */
export function isEditing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button'].includes(target.type)
}

function addLayer(layer: Layer, place: 'above' | 'below'): () => void {
  layers = place === 'above' ? [...layers, layer] : [layer, ...layers]
  return () => {
    layers = layers.filter((each) => each !== layer)
  }
}
