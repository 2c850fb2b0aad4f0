import { expect, test } from 'vitest'
import { EXPORTERS } from '#formats/exporters/registry'
import { IMPORTERS } from '#formats/importers/registry'

test('every importer has an identifier of its own, the one of its exporter', () => {
  const ids = IMPORTERS.map(({ id }) => id)

  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !EXPORTERS.some((exporter) => exporter.id === id))).toEqual([])
})
