import { expect, test } from 'vitest'
import { withoutFlags } from '#desktop/start/failure-question'
import GERMAN from '../../main/desktop/words/german.json' with { type: 'json' }
import { sourceFiles } from '../../scripts/kit/sources.mjs'
import { sentencesOf, shapeOf, VALUE } from './core-sentences.ts'
import { rawWords } from './raw-words.ts'

/** Sources whose text no window of the shell shows: answers to its pages, and text read in a terminal. */
const UNSEEN = [
  'main/desktop/core/core-process.ts',
  ...['main/desktop/options.ts', 'main/desktop/protocol.ts', 'main/desktop/proxy.ts'],
]

/** The shell's own sentences, and why a core does not start. */
const SENTENCES = [
  ...sourceFiles(['main/desktop']).filter((path) => path.endsWith('.ts') && !UNSEEN.includes(path)),
  ...[
    'main/storage/kit/folder-lock.ts',
    'main/storage/kit/own-file.ts',
    'main/storage/kit/own-folder.ts',
    'main/storage/kit/reasons.ts',
    'main/storage/kit/migrate.ts',
    'main/storage/kit/migrate-own.ts',
    'main/servers/kit/listen.ts',
  ],
].flatMap(sentencesOf)

/** Words alone, where those are all shown. */
const WORDS = ['attach/attach.ts', 'desktop.ts', 'menu.ts', 'windows.ts'].flatMap((path) =>
  rawWords(`main/desktop/${path}`),
)

/** Names, code, and what is written for a terminal. */
const NO_WORDS = new Set([
  ...['Tessera', 'Tessera core', 'Tessera models', 'Tessera model trial', 'Tessera datasets', 'Tessera tiles', 'OK'],
  ...['Tessera library', 'BEGIN EXCLUSIVE', 'station-token §', '<button name="act" value="§">§</button>'],
  ...['Tessera is already open; its window was brought to the front.', 'The page could not be shown: §\n'],
  'Tessera needs a display: neither DISPLAY nor WAYLAND_DISPLAY is set. On a computer without one, run tessera-station.',
  ...['Bearer §', 'CmdOrCtrl+N', 'CmdOrCtrl+,', 'CmdOrCtrl+Shift+P'],
])

/** Who holds a library, as the note in its folder says it. */
const NOTES = ['process § on §, since §']

/** Said where the way out is one for a terminal, and so is left out. */
const SHORTENED = ['The file § cannot be used: §.']

/** A question leaves out what only somebody at a terminal can do. */
const SAID = [...new Set([...SENTENCES, ...WORDS].map(shapeOf).map(withoutFlags))].filter(
  (shape) => shape !== '' && !NO_WORDS.has(shape),
)
const KNOWN = Object.keys(GERMAN).map(shapeOf)

test('everything that windows and menus of the desktop say is there in German', () => {
  expect(SAID.filter((shape) => !KNOWN.some((known) => canBe(shape, known)))).toEqual([])
})

test('every German phrase of the desktop is said, with the same values', () => {
  const entries = Object.entries(GERMAN)

  expect(
    KNOWN.filter(
      (known) => known.includes(' ') && ![...SAID, ...NOTES, ...SHORTENED].some((shape) => canBe(shape, known)),
    ),
  ).toEqual([])
  expect(entries.filter(([english, german]) => !valuesOf(german).every((value) => english.includes(value)))).toEqual([])
})

/** Whether a sentence can come of another one when its values are known. */
function canBe(shape: string, known: string): boolean {
  const [first = '', ...others] = shape.split(VALUE).map((piece) => RegExp.escape(piece))
  return new RegExp(`^${[first, ...others].join('.+')}$`).test(known)
}

function valuesOf(text: string): readonly string[] {
  return text.match(/\{\{\w+\}\}/g) ?? []
}
