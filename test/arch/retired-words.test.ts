import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { sourceFiles } from '../../scripts/kit/sources.mjs'
import { identifiersOf } from './raw-words.ts'

/** Words that names no longer use, with those that take their place; docs/glossary.md says more. */
const RETIRED: Readonly<Record<string, string>> = {
  picture: 'image',
  photograph: 'image',
  workbench: 'editor',
  desk: 'editor',
  bench: 'editor',
  elsewhere: 'remote',
  there: 'remote',
  workplace: 'remote',
}

const AREAS = ['common', 'main', 'preload', 'renderer', 'test']
const COUNTS = fromRoot('test/arch/retired-words.json')

/** "isPictureThere" → is, picture, there; a plural counts as its word. */
function wordsOf(name: string): readonly string[] {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[\s_$#]+/)
  return words.map((word) => word.toLowerCase().replace(/(?<=picture|photograph|desk)s$/, ''))
}

/** Names that say whether something is present: isFileThere, readIfThere, notThere. */
const PRESENT = /^(?:is|are|has|not|if)|(?:Is|Are|Not|If|Unless|When)(?=[A-Z]?\w*There$)/

/** How often names of an area use each of the words; of "there" only at the end of a longer name, where it means a remote. */
function countsOf(area: string): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const name of sourceFiles([area]).flatMap(identifiersOf)) {
    const words = wordsOf(name)
    const isRemote = words.length > 1 && words.at(-1) === 'there' && !PRESENT.test(name)
    const counted = words.filter((word) => Object.hasOwn(RETIRED, word) && word !== 'there')
    for (const word of isRemote ? [...counted, 'there'] : counted) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const words = Object.keys(RETIRED).filter((word) => counts.has(word))
  return Object.fromEntries(words.map((word) => [word, counts.get(word) ?? 0]))
}

const Counts = z.record(z.string(), z.record(z.string(), z.number()))

// Every file is parsed.
test('no new name uses a retired word', { timeout: 60_000 }, () => {
  const now = Object.fromEntries(AREAS.map((area) => [area, countsOf(area)]))
  // After a renaming: what went must not come back.
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(COUNTS, `${JSON.stringify(now, undefined, 2)}\n`)
  const known = Counts.parse(JSON.parse(readFileSync(COUNTS, 'utf8')))

  const more = Object.entries(now).flatMap(([area, counts]) =>
    Object.entries(counts)
      .filter(([word, count]) => count > (known[area]?.[word] ?? 0))
      .map(([word, count]) => `${area}: ${word} ${known[area]?.[word] ?? 0} → ${count}; say ${RETIRED[word]}`),
  )
  expect(more).toEqual([])
})
