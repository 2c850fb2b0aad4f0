import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { GERMAN_START_FAULTS } from '#common/messages/german/start-faults'
import { templateOf } from '#common/messages/sentence'
import { fill, type Message, sentenceBy, type Template } from '#common/messages/template'
import { readSmall } from '../start/read-small.ts'
import GERMAN from './german.json' with { type: 'json' }

/** Languages of the desktop's menus and windows. */
export const DesktopLanguage = z.enum(['en', 'de'])
export type DesktopLanguage = z.infer<typeof DesktopLanguage>

/** A text of the desktop's own: English, with the names of its values in double braces. */
export type Phrase = keyof typeof GERMAN

let spoken: DesktopLanguage = 'en'

/** The language of this process's menus and windows; pages choose their own. */
export function language(): DesktopLanguage {
  return spoken
}

/** A text in the language of the moment. */
export function say(phrase: Phrase, values: Readonly<Record<string, string>> = {}): string {
  return fill(wordsOf(phrase), values)
}

/** A message of the core in the language of the moment. */
export function sayMessage(message: Message): string {
  return sentenceBy(spokenTemplate, message).trim()
}

export function isPhrase(text: string): text is Phrase {
  return Object.hasOwn(GERMAN, text)
}

function wordsOf(phrase: Phrase): string {
  return spoken === 'de' ? GERMAN[phrase] : phrase
}

function spokenTemplate(code: string): Template {
  const own = IN_WINDOWS[code]
  if (own !== undefined) return own === '' ? '' : wordsOf(own)
  return (spoken === 'de' ? GERMAN_FAULTS[code] : undefined) ?? templateOf(code)
}

const GERMAN_FAULTS: Readonly<Record<string, string>> = GERMAN_START_FAULTS

/** Messages as windows say them: buttons stand there in the place of flags of a command line. */
export const IN_WINDOWS: Readonly<Record<string, Phrase | ''>> = {
  'start-port-in-use':
    'Port {{port}} is in use, so the {{server}} server cannot start. Quit the other program and try again, or use free ports. With free ports, clients need the new addresses shown in Settings.',
  'start-library-open': 'The library {{folder}} is already open in another instance of Tessera.',
  'start-library-open-by': 'The library {{folder}} is already open in another instance of Tessera ({{cause}}).',
  'start-events-open': 'The event store {{folder}} is already open in another instance of Tessera.',
  'start-events-open-by': 'The event store {{folder}} is already open in another instance of Tessera ({{cause}}).',
  'start-folder-unusable': 'The folder {{folder}} cannot be used: {{cause}}.',
  'advice-local-disk': '',
  'advice-access': '',
}

/** Speaks as the page did the last time; before there was one, as the computer does, where that is one of ours. */
export function speakAsKept(path: string, system: string): void {
  spoken = read(path) ?? DesktopLanguage.safeParse(system.toLowerCase().split('-')[0]).data ?? 'en'
}

/** Speaks as the page does, also at the next start; false when it is so already. */
export function speakAs(wanted: DesktopLanguage, path: string): boolean {
  if (read(path) !== wanted) keep(wanted, path)
  const isNew = wanted !== spoken
  spoken = wanted
  return isNew
}

const Kept = z.object({ language: DesktopLanguage })

function read(path: string): DesktopLanguage | undefined {
  try {
    return Kept.parse(JSON.parse(readSmall(path) ?? '')).language
  } catch {
    // The first start, or a file that was cut off by a crash.
    return undefined
  }
}

function keep(wanted: DesktopLanguage, path: string): void {
  try {
    writeFileSync(path, JSON.stringify({ language: wanted }))
  } catch (failure) {
    process.stderr.write(`The language of the menus could not be saved: ${String(failure)}\n`)
  }
}
