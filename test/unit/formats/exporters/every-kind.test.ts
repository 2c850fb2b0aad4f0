import { expect, test } from 'vitest'
import { type Shape, shapeBounds } from '#common/annotation/shape'
import { ProjectType } from '#common/contract/projects'
import { maskOfRings } from '#common/geometry/mask-forms'
import type { Exporter } from '#formats/exporters/define'
import { EXPORTERS } from '#formats/exporters/registry'
import { contentsOf } from '#test/kit/exported-files'
import type { Contents } from '#test/kit/label-files'
import {
  boxShape,
  CRATE,
  imageOf,
  maskShape,
  pointShape,
  pointsShape,
  polygonShape,
  polylineShape,
  rotatedBoxShape,
  sourceOf,
  textShape,
  versionOf,
  wholeShape,
} from './kit.ts'

const FRAME = { width: 200, height: 100 }
const BOX = boxShape(CRATE, [20, 10, 80, 50])
const POINTS = [
  { x: 30, y: 20, visibility: 2 },
  { x: 70, y: 40, visibility: 1 },
] as const
const DRAWN: readonly Shape[] = [
  BOX,
  rotatedBoxShape(CRATE, { center: { x: 60, y: 50 }, width: 50, height: 20, angle: 30 }),
  polygonShape(CRATE, [100, 20, 140, 20, 120, 60]),
  maskShape(CRATE, maskOfRings([[100, 10, 140, 10, 120, 50]], FRAME)),
  polylineShape(CRATE, [10, 90, 60.5, 80, 190, 95]),
  pointShape(CRATE, 150, 70),
]

/** Shapes that can be drawn or said in projects of each type. */
const SHAPES: Readonly<Record<ProjectType, readonly Shape[]>> = {
  'object-detection': DRAWN,
  'instance-segmentation': DRAWN,
  'semantic-segmentation': DRAWN,
  'keypoint-detection': [BOX, pointsShape(CRATE, [20, 10, 80, 50], POINTS)],
  'single-label-classification': [wholeShape(CRATE)],
  'multi-label-classification': [wholeShape(CRATE)],
  'text-image-pairs': [textShape('What floats?', 'A crate')],
}

const CASES = EXPORTERS.flatMap((exporter) =>
  ProjectType.options
    .filter((type) => exporter.tasks[type])
    .flatMap((type) => SHAPES[type].map((shape) => ({ exporter, type, shape, kind: shape.kind }))),
)

const isToldToBeLeftOut = ({ exporter, type, shape }: (typeof CASES)[number]) =>
  isLine(shape) && exporter.leavesOut(type).includes('lines')

test.each(CASES.filter(isToldToBeLeftOut))(
  '$kind in $exporter.id for $type is told to be left out, and an image of it alone is not in the files',
  async ({ exporter, type, shape }) => {
    const files = await written(exporter, type, [[BOX], [shape]])

    expect(files).toEqual(await written(exporter, type, [[BOX]]))
  },
)

test.each(CASES.filter((each) => !isToldToBeLeftOut(each)))(
  '$kind in $exporter.id for $type is in the files, and its image is none without objects',
  async ({ exporter, type, shape }) => {
    const files = await written(exporter, type, [[BOX], [shape]])

    expect(files).not.toEqual(await written(exporter, type, [[BOX], []]))
    expect(files).not.toEqual(await written(exporter, type, [[BOX]]))
  },
)

test.each(CASES.filter(({ exporter, type, shape }) => exporter.tasks[type] === 'all' && isPlaced(shape)))(
  '$kind in $exporter.id for $type is not written as the box around it',
  async ({ exporter, type, shape }) => {
    const files = await written(exporter, type, [[shape]])

    expect(files).not.toEqual(await written(exporter, type, [[around(shape)]]))
  },
)

/** The files of one image for each list of shapes. */
async function written(exporter: Exporter, projectType: ProjectType, images: readonly (readonly Shape[])[]) {
  const lines = images.flat().filter(isLine).length
  const version = versionOf({ projectType, lines, counts: { train: images.length, valid: 0, test: 0 } })
  const files = exporter.files(sourceOf(version, images.map(imageWith)))
  return withoutReadmes(await contentsOf(files))
}

function imageWith(shapes: readonly Shape[], place: number) {
  return imageOf({ shapes, fileName: `quay_jpg.rf.${String(place).repeat(32)}.jpg` })
}

/** They name numbers and kinds in the words of people. */
function withoutReadmes(contents: Contents): Contents {
  return Object.fromEntries(Object.entries(contents).filter(([path]) => !path.startsWith('README')))
}

function isLine({ kind }: Shape): boolean {
  return kind === 'polyline' || kind === 'point'
}

/** Whether it lies somewhere, and in another way than as a box. */
function isPlaced({ kind }: Shape): boolean {
  return kind !== 'box' && kind !== 'whole' && kind !== 'text'
}

function around(shape: Shape): Shape {
  if (shape.kind === 'whole' || shape.kind === 'text') return shape
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return boxShape(CRATE, [x0, y0, x1, y1])
}
