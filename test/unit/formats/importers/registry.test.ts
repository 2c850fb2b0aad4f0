import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentenceOf } from '#common/messages/sentence'
import { IMPORTERS } from '#formats/importers/registry'
import { fromRoot } from '../../../../scripts/kit/paths.mjs'

test('every importer has an identifier of its own', () => {
  const ids = IMPORTERS.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
})

test('every importer stands by its title in the table of the documentation', () => {
  const rows = readFileSync(fromRoot('docs/data-sets.md'), 'utf8').match(/^\|.*$/gm) ?? []
  const formats = rows.map((row) => row.split('|')[1] ?? '').join(', ')

  const missing = IMPORTERS.map(({ title }) => (typeof title === 'string' ? title : sentenceOf(title))).filter(
    (title) => !formats.split(',').some((format) => format.trim() === title),
  )

  expect(missing).toEqual([])
})
