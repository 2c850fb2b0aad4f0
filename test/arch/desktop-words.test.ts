import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { START_FAULTS } from '#common/messages/plain/start-faults'
import { IN_WINDOWS } from '#desktop/words/speech'
import GERMAN from '../../main/desktop/words/german.json' with { type: 'json' }
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'
import { sentencesOf, shapeOf } from './core-sentences.ts'
import { rawWords } from './raw-words.ts'

/** Sources whose text no window of the shell shows: answers to its pages, and text read in a terminal. */
const UNSEEN = [
  'main/desktop/core/core-process.ts',
  'main/desktop/options.ts',
  'main/desktop/protocol.ts',
  'main/desktop/proxy.ts',
]

const SOURCES = sourceFiles(['main/desktop']).filter((path) => path.endsWith('.ts'))

/** Words alone, where those are all shown. */
const WORDS = ['attach/attach.ts', 'desktop.ts', 'menu.ts', 'windows.ts'].flatMap((path) =>
  rawWords(`main/desktop/${path}`),
)

/** Names, code, and what is written for a terminal. */
const NO_WORDS = new Set([
  'Tessera',
  'Tessera core',
  'Tessera models',
  'Tessera model trial',
  'Tessera datasets',
  'Tessera tiles',
  'OK',
  'Tessera library',
  'station-token §',
  '<button name="act" value="§">§</button>',
  'Tessera is already open; its window was brought to the front.',
  'The page could not be shown: §\n',
  'Tessera needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set. On a computer without one, run tessera-station.',
  'Bearer §',
  'CmdOrCtrl+N',
  'CmdOrCtrl+,',
  'CmdOrCtrl+Shift+P',
])

test('everything that windows and menus of the desktop say is there in German', () => {
  const sentences = SOURCES.filter((path) => !UNSEEN.includes(path)).flatMap(sentencesOf)
  const said = [...new Set([...sentences, ...WORDS])].filter((text) => !NO_WORDS.has(shapeOf(text)))

  expect(said.filter((text) => !Object.hasOwn(GERMAN, text))).toEqual([])
})

test('every German phrase of the desktop is said, with the same values', () => {
  const text = SOURCES.map((path) => readFileSync(fromRoot(path), 'utf8')).join('\n')
  const entries = Object.entries(GERMAN)

  expect(entries.filter(([english]) => !text.includes(`'${english}'`)).map(([english]) => english)).toEqual([])
  expect(entries.filter(([english, german]) => valuesOf(english) !== valuesOf(german))).toEqual([])
})

test('what windows say in place of a message names none but its values, and no flag of a command line', () => {
  const known: Readonly<Record<string, string>> = START_FAULTS
  const other = Object.entries(IN_WINDOWS).filter(([code, phrase]) => {
    const values: readonly string[] = known[code]?.match(VALUES) ?? []
    return phrase.includes('--') || !(phrase.match(VALUES) ?? []).every((value) => values.includes(value))
  })

  expect(other).toEqual([])
  expect(Object.keys(IN_WINDOWS).filter((code) => !Object.hasOwn(known, code))).toEqual([])
})

const VALUES = /\{\{\w+\}\}/g

function valuesOf(text: string): string {
  return [...(text.match(VALUES) ?? [])].sort().join()
}
