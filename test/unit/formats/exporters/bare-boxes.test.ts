import { describe, expect, test } from 'vitest'
import { exportersFor } from '#formats/exporters/registry'
import { roundTrip } from '../../../golden/imports/trip.ts'
import { boxShape, CRATE, imageOf, sourceOf, versionOf } from './kit.ts'

const projectType = 'keypoint-detection'

describe.each(exportersFor(projectType))('$id', (exporter) => {
  test('an object that only its box is known of makes its image no background image', async () => {
    const shapes = [boxShape(CRATE, [20, 10, 80, 50])]
    const version = versionOf({ projectType, counts: { train: 1, valid: 0, test: 0 } })

    const trip = await roundTrip(exporter, sourceOf(version, [imageOf({ shapes })]))

    expect(trip?.problems).toEqual([])
    expect([...(trip?.described.values() ?? [])].flat()).toMatchObject([{ className: 'crate' }])
  })
})
