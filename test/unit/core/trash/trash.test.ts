import { expect, test } from 'vitest'
import { ProjectSlug } from '#common/ids'
import { freeSlug } from '#core/dataset/projects/rules'
import { cleanupAt } from '#core/trash/rules'

test.each([
  ['cups', [], 'cups'],
  ['cups', ['cups'], 'cups-2'],
  ['cups', ['cups', 'cups-2', 'cups-3'], 'cups-4'],
  ['a'.repeat(64), ['a'.repeat(64)], `${'a'.repeat(62)}-2`],
  [`${'a'.repeat(61)}-bb`, [`${'a'.repeat(61)}-bb`], `${'a'.repeat(61)}-2`],
])('the address %s, where %j are taken, comes back as %s', (wanted, taken, expected) => {
  const slug = freeSlug(ProjectSlug.parse(wanted), (text) => taken.includes(text))

  expect(slug).toBe(expected)
  expect(ProjectSlug.safeParse(slug).success).toBe(true)
})

test('a thing is due from the moment that is told for it', () => {
  const trashedAt = new Date('2026-03-01T12:00:00Z')

  expect(cleanupAt(trashedAt, 30)).toEqual(new Date('2026-03-31T12:00:00Z'))
})
