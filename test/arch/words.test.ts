import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GERMAN } from '#renderer/words/de/german'
import { ENGLISH } from '#renderer/words/en/english'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'
import { englishWriters, literalsOf, rawWords } from './raw-words.ts'

/** Screens whose every word is in the catalogs. */
const SAID = [
  'renderer/features/annotate',
  'renderer/features/batches',
  'renderer/features/catalog',
  'renderer/features/connection',
  'renderer/features/datasets',
  'renderer/features/events',
  'renderer/features/exports',
  'renderer/features/health',
  'renderer/features/hud',
  'renderer/features/images',
  'renderer/features/imports',
  'renderer/features/model-labels',
  'renderer/features/models',
  'renderer/features/playground',
  'renderer/features/projects',
  'renderer/features/rebalance',
  'renderer/features/sorting',
  'renderer/features/settings',
  'renderer/features/tasks',
  'renderer/features/trash',
  'renderer/features/versions',
  'renderer/features/welcome',
  'renderer/shell',
  'renderer/tools',
  'renderer/data',
  'renderer/ui',
  'renderer/words',
]

/** Texts that programs read, which are shown to be copied, and the browser's names of keys. */
const FOR_PROGRAMS = [
  'renderer/ui/keys/profiles.ts',
  'renderer/features/annotate/panels/skeleton/person.ts',
  'renderer/features/events/filters/query-text.ts',
  'renderer/features/models/call/call-code.ts',
  'renderer/ui/app/chord.ts',
]

/** Writes numbers as the language does. */
const FORMAT = 'renderer/words/format.ts'

const CATALOG = 'renderer/words/de'
const SCREENS = sourceFiles(['renderer']).filter((path) => /\.tsx?$/.test(path))
const SAYS = /words\/words|'\.\/words\.ts'/
/** Files that say phrases; those of recipes and of selectors are named in one place each. */
const SAYING = [
  ...SCREENS.filter((path) => SAYS.test(readFileSync(fromRoot(path), 'utf8'))),
  'common/search/query.ts',
  'common/versions/wording.ts',
]
const PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(GERMAN))

const SAID_FILES = SCREENS.filter((path) => SAID.some((folder) => path.startsWith(`${folder}/`)))

test('no screen says a word past the catalogs', () => {
  const files = SAID_FILES.filter((path) => !FOR_PROGRAMS.includes(path))

  const past = files.flatMap((path) => rawWords(path).map((word) => `${path}: ${word}`))

  expect(past).toEqual([])
})

test('no screen writes numbers and counts in English only', () => {
  const files = SAID_FILES.filter((path) => path !== FORMAT)

  const english = files.flatMap((path) => englishWriters(path).map((name) => `${path}: ${name}`))

  expect(english).toEqual([])
})

test('every phrase of the catalogs is said somewhere', () => {
  const said = new Set(SAYING.flatMap(literalsOf))

  const unsaid = [...PHRASES.keys()].map(sentenceOf).filter((phrase) => !said.has(phrase))

  expect(unsaid).toEqual([])
})

test('no phrase stands in two files of the catalog', () => {
  const keys = readdirSync(fromRoot(CATALOG))
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => [
      ...readFileSync(fromRoot(`${CATALOG}/${name}`), 'utf8').matchAll(/^ {2}("(?:[^"\\]|\\.)*"):/gm),
    ])
    .map(([, key]) => key)

  expect(keys.filter((key, place) => keys.indexOf(key) !== place)).toEqual([])
  expect(keys.length).toBe(PHRASES.size)
})

test('every phrase has the same values in both languages', () => {
  const english: ReadonlyMap<string, string> = new Map(Object.entries(ENGLISH))

  const other = [...PHRASES].filter(([key, german]) => valuesOf(english.get(key) ?? key) !== valuesOf(german))

  expect(other).toEqual([])
})

test('every phrase that counts has its singular and its plural in both languages', () => {
  const counting = [...PHRASES.keys()].filter((key) => isPlural(key) || key.includes('{{count}}'))

  const forms = new Set(counting.flatMap((key) => ['one', 'other'].map((form) => `${sentenceOf(key)}_${form}`)))
  expect([...forms].sort()).toEqual(counting.sort())
  expect(Object.keys(ENGLISH).sort()).toEqual([...forms].sort())
})

function isPlural(key: string): boolean {
  return /_(?:one|other)$/.test(key)
}

function sentenceOf(key: string): string {
  return key.replace(/_(?:one|other)$/, '')
}

function valuesOf(text: string): string {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join()
}
