import { describe, expect, test } from 'vitest'
import { EXPORTERS } from '#formats/exporters/registry'
import { boxShape, CRATE, imageOf, sourceOf, versionOf } from '#test/unit/formats/exporters/kit'
import { roundTrip } from './trip.ts'

/** Small things as a version that is made smaller leaves them: none of them was cut. */
const TINY = [
  [10.2, 20, 11.1, 40],
  [50.6, 60.6, 51.4, 61.4],
  [99.6, 0, 100, 0.3],
] as const

const FORMATS = EXPORTERS.filter(({ tasks }) => tasks['object-detection'] === 'boxes')

describe('objects that are narrower than a pixel, and were not cut', () => {
  test.for(FORMATS.map((exporter) => [exporter.id, exporter] as const))('are written by %s', async ([, exporter]) => {
    const shapes = TINY.map((box) => boxShape(CRATE, [...box]))
    const source = sourceOf(versionOf({ projectType: 'object-detection' }), [
      imageOf({ width: 100, height: 80, shapes }),
    ])

    const trip = await roundTrip(exporter, source)

    expect(trip?.problems).toEqual([])
    expect([...(trip?.described.values() ?? [])].map((objects) => objects.length)).toEqual([TINY.length])
  })
})
