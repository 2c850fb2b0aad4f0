import { expect, test } from 'vitest'
import { IMPORTERS } from '#formats/importers/registry'

test('every importer has an identifier of its own', () => {
  const ids = IMPORTERS.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
})
