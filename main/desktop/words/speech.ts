import { writeFileSync } from 'node:fs'
import { z } from 'zod'
import { translator } from '#common/words/translate'
import { readSmall } from '../start/read-small.ts'
import GERMAN from './german.json' with { type: 'json' }

/** Languages of the desktop's menus and windows. */
export const DesktopLanguage = z.enum(['en', 'de'])
export type DesktopLanguage = z.infer<typeof DesktopLanguage>

const SPEAKERS: Readonly<Record<DesktopLanguage, (sentence: string) => string>> = {
  en: (sentence) => sentence,
  de: translator({ table: GERMAN, writeNumber: (value) => value.toLocaleString('de-DE') }),
}

let spoken: DesktopLanguage = 'en'

/** The language of this process's menus and windows; pages choose their own. */
export function language(): DesktopLanguage {
  return spoken
}

/** A finished English sentence in the language of the moment. What nobody translated stays as it is. */
export function say(sentence: string): string {
  return SPEAKERS[spoken](sentence)
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
