import { describe, expect, test } from 'vitest'
import { ProjectType } from '#common/contract/projects'
import { EXPORTERS } from '#formats/exporters/registry'
import type { ExportSource } from '#formats/kit/files'
import { roundTrip } from '../../../golden/imports/trip.ts'
import {
  boxShape,
  CRATE,
  collect,
  imageOf,
  pointShape,
  polygonShape,
  polylineShape,
  SPOON,
  sourceOf,
  textsOf,
  versionOf,
} from './kit.ts'

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
    const line = 'skipped: 1 crowd or ignore region (not supported by this format)'

    expect(trip?.texts['README.tessera.txt']?.split('\n').includes(line)).toBe(isLeftOut)
  })

  test('an image that no shape of has a place is left out, a background image is not', async () => {
    const files = await collect(exporter.files(await onlyCrowds(type)))
    const texts = await textsOf(iterate(files))
    const readme = texts['README.tessera.txt']?.split('\n')
    const paths = files.map(({ path }) => path).join('\n')

    expect(readme?.includes('skipped: 1 image (none of its shapes is supported by this format)')).toBe(isLeftOut)
    expect(readme).toContain(`train: ${isLeftOut ? '1 image' : '2 images'}`)
    expect(isLeftOut && `${paths}${JSON.stringify(texts)}`.includes('fedcba')).toBe(false)
  })
})

test('an image of nothing but lines is left out where lines have no place', async () => {
  const { images, version } = market('object-detection')
  const [image] = await collect(images('train'))
  const lines = imageOf({ ...image, shapes: [polylineShape(CRATE, [1, 1, 9, 9]), pointShape(SPOON, 3, 3)] })
  const counts = { train: 2, valid: 0, test: 0 }
  const source = sourceOf({ ...version, crowds: 0, lines: 2, counts }, [BACKGROUND, lines])
  const yolo = EXPORTERS.find(({ id }) => id === 'yolov8')
  const paths = yolo ? (await collect(yolo.files(source))).map(({ path }) => path) : []

  expect(paths.filter((path) => path.endsWith('.txt') && !path.startsWith('README'))).toEqual(['train/labels/bay.txt'])
})

const BACKGROUND = imageOf({ fileName: 'bay.jpg' })

/** An image of nothing but a crowd region, and a background image. */
async function onlyCrowds(type: ProjectType): Promise<ExportSource> {
  const { images, version } = market(type)
  const alone = (await collect(images('train'))).map((image) => ({
    ...image,
    shapes: image.shapes.filter(({ crowd }) => crowd),
  }))
  return sourceOf({ ...version, counts: { train: 2, valid: 0, test: 0 } }, [BACKGROUND, ...alone])
}

async function* iterate<Item>(items: readonly Item[]) {
  yield* items
}
