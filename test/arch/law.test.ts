import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AREAS, areaSentence } from '../../scripts/kit/import-law.mjs'
import { fromRoot } from '../../scripts/kit/paths.mjs'
import { PRODUCT_FOLDERS, sourceFiles } from '../../scripts/kit/sources.mjs'
import { BROKEN_IN_GRAPH, BROKEN_IN_TEXT } from './canary-verdicts.ts'
import { lawVerdicts, lintVerdicts } from './verdicts.ts'

const CANARY = fromRoot('test/arch/canary')

test('the linter reports every rule that the canary breaks, and nothing else', () => {
  const verdicts = lintVerdicts(CANARY)

  expect(verdicts).toEqual(BROKEN_IN_TEXT)
})

test('the cruiser reports every law that the canary breaks, and nothing else', () => {
  const { violations } = lawVerdicts(CANARY, [...PRODUCT_FOLDERS, 'test'])

  expect(violations).toEqual(BROKEN_IN_GRAPH)
})

test('the cruiser reads the program and finds it lawful', () => {
  const sources = sourceFiles(PRODUCT_FOLDERS)

  const { told, files } = lawVerdicts(fromRoot(), [...PRODUCT_FOLDERS, 'test', 'bench', 'scripts'])

  const read = sources.filter((path) => files.includes(path))
  expect({ told, isRead: read.length >= sources.length * 0.9 }).toEqual({ told: [], isRead: true })
  expect(read.length).toBeGreaterThan(100)
})

test('the canary knows the same aliases as the program', () => {
  const [program, canary] = [fromRoot('package.json'), `${CANARY}/package.json`].map((path) =>
    readFileSync(path, 'utf8'),
  )

  expect(JSON.parse(canary ?? '').imports).toEqual(JSON.parse(program ?? '').imports)
})

test('a broken law is told in a sentence', () => {
  const sentences = AREAS.slice(0, 3).map(areaSentence)

  expect(sentences).toEqual([
    'common may import no other area.',
    'core may import #common only.',
    'servers may import #common and #core only.',
  ])
})
