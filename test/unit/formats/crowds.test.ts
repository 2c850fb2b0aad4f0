import { describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import type { ExportSource } from '#formats/kit/files'
import { roundTrip } from '../../golden/imports/trip.ts'
import { boxShape, CRATE, imageOf, polygonShape, SPOON, sourceOf, versionOf } from './kit.ts'

const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options
    .filter((type) => !type.endsWith('-classification') && type !== 'text-image-pairs')
    .filter((type) => exporter.tasks[type] !== undefined && exporter.tasks[type] !== 'classes')
    .map((type) => ({ exporter, type })),
)

/** The pixels of these are given to nobody: readers pass over them. */
const AS_VOID = new Set(['voc-segmentation'])

/** A crate, and a region of many spoons. */
function market(projectType: ProjectType): ExportSource {
  const outlined = projectType.endsWith('-segmentation')
  const spoons = outlined
    ? polygonShape(SPOON, [100, 20, 140, 20, 140, 60, 100, 60])
    : boxShape(SPOON, [100, 20, 140, 60])
  const shapes = [boxShape(CRATE, [20, 10, 80, 50]), { ...spoons, crowd: true as const }]
  return sourceOf(versionOf({ projectType, counts: { train: 1, valid: 0, test: 0 }, crowds: 1 }), [imageOf({ shapes })])
}

describe.each(CASES)('$exporter.id for $type', ({ exporter, type }) => {
  const isLeftOut = exporter.leavesOut(type).includes('crowds')

  test(`a crowd region is ${isLeftOut ? 'left out' : 'kept as one'}, and is no object`, async () => {
    const trip = await roundTrip(exporter, market(type))
    const drafts = [...(trip?.described.values() ?? [])].flat()

    expect(trip?.problems).toEqual([])
    expect(drafts.filter(({ crowd }) => !crowd)).toHaveLength(1)
    expect(drafts.filter(({ crowd }) => crowd)).toHaveLength(isLeftOut || AS_VOID.has(exporter.id) ? 0 : 1)
  })

  test('the README tells what is left out', async () => {
    const trip = await roundTrip(exporter, market(type))
    const line = 'left out: 1 crowd or ignore region, which this format has no place for'

    expect(trip?.texts['README.tessera.txt']?.split('\n').includes(line)).toBe(isLeftOut)
  })
})
