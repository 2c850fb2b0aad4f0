import { expect, test } from 'vitest'
import { EVENT_MIGRATIONS } from '#storage/events/migrations/registry'
import { LIBRARY_MIGRATIONS } from '#storage/library/migrations/registry'

test.each([
  ['library', LIBRARY_MIGRATIONS],
  ['event store', EVENT_MIGRATIONS],
])('the layouts of the %s are numbered in their order', (_, migrations) => {
  const numbers = migrations.map(({ version }) => version)

  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
})
