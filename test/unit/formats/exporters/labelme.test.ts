import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import { maskOfRings } from '#common/geometry/mask-forms'
import { sentenceOf } from '#common/messages/sentence'
import { labelme } from '#formats/exporters/labelme'
import { readAnnotations } from '#formats/labels/registry'
import {
  boxShape,
  CRATE,
  imageOf,
  maskShape,
  pointsShape,
  polygonShape,
  SPOON,
  sourceOf,
  textsOf,
  versionOf,
  wholeShape,
} from './kit.ts'

const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('a mask comes back pixel by pixel from the file of its image alone', async () => {
  const ring = [
    [100, 10, 200, 10, 200, 50, 100, 50],
    [110, 20, 130, 20, 130, 40, 110, 40],
  ]
  const tiles = maskOfRings(ring, { width: 200, height: 100 })
  const text = JSON.stringify(await fileOf([maskShape(CRATE, tiles), boxShape(SPOON, [1, 2, 3, 4])]))

  const read = readAnnotations({ name: 'quay.json', text, labelmap: new Map() }, IMAGE)

  expect(read.ok && read.value).toMatchObject([
    { className: 'crate', kind: 'mask', tiles },
    { className: 'Loffel', kind: 'box' },
  ])
})

test.each([
  ['damaged', { mask: 'iVBORw0KGgo=' }, 'the mask of shape 1 is damaged: the PNG is cut off'],
  ['beside the image', { points: [[150, 90]] }, 'the mask of shape 1 lies outside the image'],
])('a mask that is %s is refused by its number', async (_, changes, sentence) => {
  const tiles = maskOfRings([[0, 0, 100, 0, 100, 50, 0, 50]], { width: 200, height: 100 })
  const { shapes, ...file } = await fileOf([maskShape(CRATE, tiles)])
  const text = JSON.stringify({ ...file, shapes: shapes.map((shape) => ({ ...shape, ...changes })) })

  const read = readAnnotations({ name: 'quay.json', text, labelmap: new Map() }, IMAGE)

  expect(!read.ok && sentenceOf(read.error)).toContain(sentence)
})

const IMAGE = { name: 'quay.jpg', frame: { width: 200, height: 100 }, type: 'instance-segmentation' } as const

test('the parts of an object share a group that no other object has', async () => {
  const shapes = [
    polygonShape(CRATE, square(0, 0, 10), square(50, 0, 10)),
    polygonShape(SPOON, square(20, 20, 10)),
    polygonShape(CRATE, square(0, 50, 10), square(50, 50, 10)),
  ]

  expect((await fileOf(shapes)).shapes).toMatchObject([
    {
      group_id: 1,
      shape_type: 'polygon',
      points: [
        [0, 0],
        [10, 0],
        [10, 10],
        [0, 10],
      ],
    },
    {
      group_id: 1,
      shape_type: 'polygon',
      points: [
        [50, 0],
        [60, 0],
        [60, 10],
        [50, 10],
      ],
    },
    { group_id: null, shape_type: 'polygon' },
    { group_id: 3, shape_type: 'polygon' },
    { group_id: 3, shape_type: 'polygon' },
  ])
})

test('a hole is joined to the outline around it by a cut of no width', async () => {
  const { shapes } = await fileOf([polygonShape(CRATE, square(0, 0, 40), square(10, 10, 10))])

  expect(shapes).toMatchObject([{ label: 'crate', group_id: null, shape_type: 'polygon' }])
  const [outline] = shapes
  expect(areaOf(outline?.points ?? [])).toBe(1500)
})

test('what lies outside of the image is cut off, and less than a pixel is not written', async () => {
  const { shapes } = await fileOf([boxShape(CRATE, [-10, 90, 30.12345, 200]), boxShape(CRATE, [199.5, 0, 300, 50])])

  expect(shapes).toMatchObject([
    {
      shape_type: 'rectangle',
      points: [
        [0, 90],
        [30.123, 100],
      ],
    },
  ])
})

test('a point without a place is left out, one that is hidden says so, and all belong to their box', async () => {
  const skeleton = { points: ['left', 'right', 'top'], edges: [] }
  const points = [
    { x: 12, y: 13, visibility: 1 },
    { x: 0, y: 0, visibility: 0 },
    { x: 14, y: 15, visibility: 2 },
  ] as const
  const changes = { projectType: 'keypoint-detection', classes: [{ id: CRATE, name: 'crate', skeleton }] } as const

  const { shapes } = await fileOf([pointsShape(CRATE, [10, 10, 20, 20], points)], changes)

  expect(shapes.map(({ label, shape_type, group_id, flags }) => ({ label, shape_type, group_id, flags }))).toEqual([
    { label: 'crate', shape_type: 'rectangle', group_id: 1, flags: {} },
    { label: 'left', shape_type: 'point', group_id: 1, flags: { hidden: true } },
    { label: 'top', shape_type: 'point', group_id: 1, flags: {} },
  ])
})

test('a class of the whole image is a flag beside the shapes, and other classes are not asked for', async () => {
  const { flags, shapes } = await fileOf([wholeShape(SPOON), boxShape(CRATE, [0, 0, 10, 10])])

  expect(flags).toEqual({ Loffel: true })
  expect(shapes).toHaveLength(1)
})

interface LabelFile {
  readonly flags: Readonly<Record<string, boolean>>
  readonly shapes: readonly {
    readonly label: string
    readonly points: readonly (readonly [number, number])[]
    readonly group_id: number | null
    readonly shape_type: string
    readonly flags: Readonly<Record<string, boolean>>
  }[]
}

async function fileOf(shapes: readonly Shape[], changes: Parameters<typeof versionOf>[0] = {}): Promise<LabelFile> {
  const version = versionOf({ projectType: 'instance-segmentation', ...changes })
  const texts = await textsOf(labelme.files(sourceOf(version, [imageOf({ fileName: 'quay.jpg', shapes })])))
  return JSON.parse(texts['train/quay.json'] ?? '')
}

function areaOf(points: readonly (readonly [number, number])[]): number {
  const doubled = points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length] ?? [0, 0]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}
