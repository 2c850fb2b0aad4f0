import { useLayoutEffect, useRef } from 'react'
import { readOnlyNow, type Written } from '#renderer/data/read-only'
import { type Chord, matchesChord, parseChord } from './chord.ts'

/** Something a person can do on this screen with a key. */
export interface Command {
  /** Unique: `annotate.next-image`. */
  readonly id: string
  /** Verb and object: "Next image". */
  readonly label: string
  /** One or more chords; the first is the one that is printed. */
  readonly chord: string | readonly string[]
  readonly run: (event: KeyboardEvent) => void
  /**
   * False: the key is not taken, and the command is not listed among those valid now. A function is asked when a key is pressed, for
   * commands that depend on what the last key did before it is drawn.
   */
  readonly isEnabled?: boolean | (() => boolean) | undefined
  /** Not valid while that data is read-only. */
  readonly writes?: Written | undefined
  /** False: not looked for by its name among commands: too small a step, or listed as something else. */
  readonly isListed?: boolean | undefined
  /** Also while a text is edited. Chords with Ctrl are the only sensible ones. */
  readonly inFields?: boolean | undefined
}

interface Layer {
  commands: readonly Command[]
  /** Nothing below this layer hears a key: a dialog is open. */
  readonly isBarrier: boolean
}

let layers: readonly Layer[] = []

const listeners = new Set<() => void>()

/** Is called before each act of a key, until the returned function is called. What hangs over the page for a moment makes way then. */
export function beforeCommands(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Offers commands while the component is mounted, from the moment its page is in the document: what can be seen hears keys. What is mounted
 * last is asked first; a frame around pages offers its own `below` them, since effects of the outer component run last.
 */
export function useCommands(commands: readonly Command[], place: 'above' | 'below' = 'above'): void {
  const layer = useRef<Layer>({ commands, isBarrier: false })
  useLayoutEffect(() => {
    layer.current.commands = commands
  })
  useLayoutEffect(() => addLayer(layer.current, place), [place])
}

/** Keeps every command that is offered now from hearing keys, until the returned function is called. Dialogs do this. */
export function holdCommands(): () => void {
  return addLayer({ commands: [], isBarrier: true }, 'above')
}

/** The commands that a key would reach now, last offered first. */
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

/** Listens on the window. Called once, by the entry. */
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

/** Every key is held against some two hundred of them. */
function chordOf(text: string): Chord {
  const known = parsed.get(text) ?? parseChord(text)
  parsed.set(text, known)
  return known
}

/** Whether keys belong to a text that is being edited. */
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
