import { readdirSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { GERMAN } from '#renderer/kit/words/de/german'
import { ENGLISH } from '#renderer/kit/words/en/english'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'

/** Screens whose every word is in the catalogs. */
const SAID = ['renderer/features/trash']

const CATALOG = 'renderer/kit/words/de'
const SCREENS = sourceFiles(['renderer']).filter((path) => /\.tsx?$/.test(path))
const PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(GERMAN))

test('no screen says a word past the catalogs', () => {
  const files = SCREENS.filter((path) => SAID.some((folder) => path.startsWith(`${folder}/`)))

  const past = files.flatMap((path) => rawWords(path).map((word) => `${path}: ${word}`))

  expect(past).toEqual([])
})

test('every phrase of the catalogs is said somewhere', () => {
  const said = new Set(SCREENS.flatMap(literalsOf))

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

/** Attributes that a person reads or hears. */
const WORD_ATTRIBUTES = new Set([
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'aria-valuetext',
  'alt',
  'description',
  'hint',
  'label',
  'note',
  'placeholder',
  'text',
  'title',
])

/** Texts of elements, and of attributes that are read, which stand there as they are. */
function rawWords(path: string): readonly string[] {
  const raw: string[] = []
  walk(path, (node) => {
    if (node['type'] === 'JSXText') raw.push(...wordsIn(node['value']))
    if (node['type'] !== 'JSXAttribute' || !WORD_ATTRIBUTES.has(nameOf(node))) return
    const { value } = node
    if (isNode(value) && value['type'] === 'Literal') raw.push(...wordsIn(value['value']))
  })
  return raw
}

function literalsOf(path: string): readonly string[] {
  const literals: string[] = []
  walk(path, (node) => {
    if (node['type'] === 'Literal' && typeof node['value'] === 'string') literals.push(node['value'])
  })
  return literals
}

interface Node {
  readonly [part: string]: unknown
}

function walk(path: string, visit: (node: Node) => void): void {
  const pending: unknown[] = [parseSync(path, readFileSync(fromRoot(path), 'utf8')).program]
  for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
    if (Array.isArray(part)) pending.push(...part.filter(isNode))
    else if (isNode(part)) {
      visit(part)
      pending.push(...Object.values(part).filter(isNode))
    }
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null
}

function nameOf({ name }: Node): string {
  return isNode(name) ? String(name['name']) : ''
}

function wordsIn(text: unknown): readonly string[] {
  return typeof text === 'string' && /\p{L}{2}/u.test(text) ? [text.trim()] : []
}

function isPlural(key: string): boolean {
  return /_(?:one|other)$/.test(key)
}

function sentenceOf(key: string): string {
  return key.replace(/_(?:one|other)$/, '')
}

function valuesOf(text: string): string {
  return [...new Set(text.match(/\{\{\w+\}\}/g))].sort().join()
}
