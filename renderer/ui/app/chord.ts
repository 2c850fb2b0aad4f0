import { t } from '#renderer/words/words'
/**
 * A key combination, written `Mod+Shift+Z`. `Mod` is Ctrl, or Cmd on a Mac. The last part is a letter, a digit, a
 * punctuation mark or the name of a key (`Enter`, `Escape`, `ArrowLeft`, `Space`, `Delete`, `Backspace`, `Home`, `F8`).
 */
export interface Chord {
  readonly mod: boolean
  readonly shift: boolean
  readonly alt: boolean
  readonly key: string
}

export const isMac = typeof navigator !== 'undefined' && /mac/i.test(navigator.userAgent)

export function parseChord(text: string): Chord {
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+')
  const key = parts.pop() ?? ''
  return {
    mod: parts.includes('Mod') || parts.includes('Ctrl'),
    shift: parts.includes('Shift'),
    alt: parts.includes('Alt'),
    key: text === '+' ? '+' : key,
  }
}

/**
 * Returns whether a key event matches the chord. Plain letters and digits match by the position of the key, which works
 * with other layouts too.
 */
export function matchesChord(event: KeyboardEvent, chord: Chord): boolean {
  const mod = isMac ? event.metaKey : event.ctrlKey
  if (mod !== chord.mod || event.altKey !== chord.alt) return false
  const isPunctuation = chord.key.length === 1 && !/[a-z0-9]/i.test(chord.key)
  if (isPunctuation) return event.key === chord.key && (!chord.shift || event.shiftKey)
  if (event.shiftKey !== chord.shift) return false
  return namedKey(event) === chord.key.toLowerCase() || placeOf(event, chord) === chord.key.toLowerCase()
}

function namedKey(event: KeyboardEvent): string {
  return event.key === ' ' ? 'space' : event.key.toLowerCase()
}

function placeOf(event: KeyboardEvent, chord: Chord): string {
  if (chord.mod && /^[a-z0-9]$/i.test(event.key)) return ''
  return event.code.replace(/^(Key|Digit)/, '').toLowerCase()
}

const NO_KEYS: readonly string[] = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Unidentified']

/** Returns the chord of a key event as it is written; undefined while only modifiers are held. */
export function chordOfEvent(event: KeyboardEvent): string | undefined {
  if (NO_KEYS.includes(event.key)) return undefined
  const key = /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] ?? (event.key === ' ' ? 'Space' : event.key)
  // Punctuation matches by character, because its keys depend on the layout.
  const isMark = key.length === 1 && !/[a-z0-9]/i.test(key)
  const held = [
    { name: 'Mod', isHeld: isMac ? event.metaKey : event.ctrlKey },
    { name: 'Alt', isHeld: event.altKey },
    { name: 'Shift', isHeld: event.shiftKey && !isMark },
  ]
  return [...held.flatMap(({ name, isHeld }) => (isHeld ? [name] : [])), key].join('+')
}

const NAMES: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : t('Ctrl'),
  Alt: isMac ? '⌥' : 'Alt',
  Shift: t('Shift'),
  Enter: '↵',
  Escape: t('Esc'),
  Space: t('Space'),
  Home: t('Home'),
  End: t('End'),
  PageUp: t('PageUp'),
  PageDown: t('PageDown'),
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Delete: t('Del'),
  Backspace: '⌫',
}

/** Formats a chord for display: "Mod+Shift+Z" becomes "Ctrl Shift Z". */
export function chordText(text: string): string {
  if (text.length === 1) return text.toUpperCase()
  const parts = text.endsWith('++') ? [...text.slice(0, -2).split('+'), '+'] : text.split('+')
  return parts.map((part) => NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join(' ')
}
