import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PLAIN, REFUSALS } from '#common/messages/catalogue'
import { SCHEMA_FAULTS } from '#common/messages/plain/schema-faults'
import type { Template } from '#common/messages/template'
import { MESSAGES } from '#renderer/words/core/german'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'

/** Finished sentences inside messages: what other programs say in their own words, and what has no code yet. */
const MOST_SENTENCES = 21

const ENTRIES: readonly (readonly [string, Template])[] = [
  ...Object.entries(REFUSALS).map(([code, [, says]]) => [code, says] as const),
  ...Object.entries(PLAIN),
]

test('every code has its sentence in English and in German, with the same parameters', () => {
  const other = ENTRIES.filter(([code, english]) =>
    formsOf(english, code).some(([form, key]) => parametersOf(form) !== parametersOf(MESSAGES[key] ?? MESSAGES[code])),
  )

  expect(other.map(([code]) => code)).toEqual([])
})

test('every German sentence is of a code', () => {
  const codes = new Set(ENTRIES.flatMap(([code, english]) => [code, ...formsOf(english, code).map(([, key]) => key)]))

  expect(Object.keys(MESSAGES).filter((key) => !codes.has(key))).toEqual([])
})

test('no two codes say the same for the same reason', () => {
  const said = Map.groupBy(Object.entries(REFUSALS), ([, entry]) => JSON.stringify(entry))

  const twice = [...said.values()].filter(({ length }) => length > 1)

  expect(twice.map((entries) => entries.map(([code]) => code))).toEqual([])
})

test('no code stands twice in the catalogue', () => {
  const written = sourceFiles(['common/messages/refusals', 'common/messages/plain']).flatMap((path) =>
    [...readFileSync(fromRoot(path), 'utf8').matchAll(/^ {2}'?([a-z0-9-]+)'?: /gm)].map(([, code = '']) => code),
  )

  expect(written.filter((code, at) => written.indexOf(code) !== at)).toEqual([])
})

test('every code that a schema says is one of the faults of schemas, and each of those is said', () => {
  const said = sourceFiles(['common', 'main'])
    .filter((path) => !path.startsWith('common/messages/'))
    .flatMap((path) => readFileSync(fromRoot(path), 'utf8').match(/(?<=')schema-[a-z0-9-]+(?=')/g) ?? [])

  expect([...new Set(said)].toSorted()).toEqual(Object.keys(SCHEMA_FAULTS).toSorted())
})

test('codes are names in lower case', () => {
  expect(ENTRIES.filter(([code]) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(code)).map(([code]) => code)).toEqual([])
})

test('no more messages carry a finished sentence than before', () => {
  const sources = sourceFiles(['common', 'main']).filter((path) => path !== 'common/messages/message.ts')
  const found = sources.flatMap((path) => readFileSync(fromRoot(path), 'utf8').match(/(?<!\.)\bliteral\(/g) ?? [])

  expect(found.length).toBeLessThanOrEqual(MOST_SENTENCES)
})

/** The wordings of a template, with the keys of their translations. */
function formsOf(template: Template, code: string): readonly (readonly [form: string, key: string])[] {
  if (typeof template === 'string') return [[template, code]]
  return [
    [template.one, `${code}_one`],
    [template.other, `${code}_other`],
  ]
}

/** The parameters of a sentence with their formats, in the order of the alphabet. */
function parametersOf(sentence: string | undefined): string {
  return [...new Set(sentence?.match(/\{\{\w+(?:, \w+)?\}\}/g) ?? [sentence === undefined ? 'no sentence' : ''])]
    .sort()
    .join()
}
