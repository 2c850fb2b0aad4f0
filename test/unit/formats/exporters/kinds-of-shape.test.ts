import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { clipRings } from '#common/geometry/clip'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ringsContain } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import { sentenceOf } from '#common/messages/sentence'
import { cocoRle, cocoSegmentation } from '#formats/exporters/coco'
import { cvat } from '#formats/exporters/cvat'
import { datumaro } from '#formats/exporters/datumaro'
import type { Exporter } from '#formats/exporters/define'
import { dota } from '#formats/exporters/dota'
import { fiftyOneDataset } from '#formats/exporters/fiftyone-dataset'
import { labelme } from '#formats/exporters/labelme'
import { yolov5Obb, yolov8Obb } from '#formats/exporters/oriented'
import { pngMask } from '#formats/exporters/png-mask'
import { yolov8 } from '#formats/exporters/yolo'
import { coco as cocoImporter } from '#formats/importers/coco'
import { cvat as cvatImporter } from '#formats/importers/cvat'
import { datumaro as datumaroImporter } from '#formats/importers/datumaro'
import { dota as dotaImporter } from '#formats/importers/dota'
import { labelme as labelmeImporter } from '#formats/importers/labelme'
import { fiftyOneSamples } from '#formats/importers/tools/fiftyone-samples'
import { yolo as yoloImporter } from '#formats/importers/yolo'
import { readPng } from '#formats/kit/png/reader'
import { contentsOf } from '#test/kit/exported-files'
import { importWith, labelFiles, objectsOf } from '#test/kit/label-files'
import { CRATE, imageOf, maskShape, pointShape, polylineShape, rotatedBoxShape, sourceOf, versionOf } from './kit.ts'

const FRAME = { width: 200, height: 100 }
const BOX = { center: { x: 60, y: 50 }, width: 50, height: 20, angle: 30 }
const TILES = maskOfRings(
  [
    [100, 10, 140, 10, 140, 50, 100, 50],
    [110, 20, 130, 20, 130, 40, 110, 40],
  ],
  FRAME,
)
const LINE = [10, 90, 60.5, 80, 190, 95]
const SHAPES: readonly Shape[] = [
  rotatedBoxShape(CRATE, BOX),
  polylineShape(CRATE, LINE),
  pointShape(CRATE, 150, 70),
  maskShape(CRATE, TILES),
]

/** All kinds as the readers give them back. */
const EXACT = [
  { className: 'crate', kind: 'rotated-box', box: near(BOX) },
  { className: 'crate', kind: 'polyline', points: LINE },
  { className: 'crate', kind: 'point', at: { x: 150, y: 70 } },
  { className: 'crate', kind: 'mask', tiles: TILES },
]
const [ROTATED, POLYLINE, POINT, MASK] = EXACT

function near({ center, width, height, angle }: typeof BOX) {
  const close = (value: number) => expect.closeTo(value, 1)
  return {
    center: { x: close(center.x), y: close(center.y) },
    width: close(width),
    height: close(height),
    angle: close(angle),
  }
}

function written(exporter: Exporter, projectType: ProjectType, shapes = SHAPES) {
  return contentsOf(exporter.files(sourceOf(versionOf({ projectType }), [imageOf({ shapes })])))
}

test.each([
  { exporter: cvat, importer: cvatImporter, type: 'object-detection', objects: EXACT },
  { exporter: labelme, importer: labelmeImporter, type: 'object-detection', objects: EXACT },
  {
    exporter: datumaro,
    importer: datumaroImporter,
    type: 'object-detection',
    objects: [ROTATED, POLYLINE, POINT, { kind: 'box' }],
  },
  {
    exporter: datumaro,
    importer: datumaroImporter,
    type: 'instance-segmentation',
    objects: [{ kind: 'polygon' }, MASK, POLYLINE, POINT],
  },
  {
    exporter: fiftyOneDataset,
    importer: fiftyOneSamples,
    type: 'object-detection',
    objects: [ROTATED, POLYLINE, POINT, { kind: 'polygon' }],
  },
  { exporter: dota, importer: dotaImporter, type: 'object-detection', objects: [ROTATED, { kind: 'box' }] },
  { exporter: yolov5Obb, importer: dotaImporter, type: 'object-detection', objects: [ROTATED, { kind: 'box' }] },
  { exporter: yolov8Obb, importer: yoloImporter, type: 'object-detection', objects: [ROTATED, { kind: 'box' }] },
  { exporter: yolov8, importer: yoloImporter, type: 'object-detection', objects: [{ kind: 'box' }, { kind: 'box' }] },
  {
    exporter: cocoSegmentation,
    importer: cocoImporter,
    type: 'object-detection',
    objects: [{ kind: 'polygon' }, { kind: 'polygon' }],
  },
] as const)('$exporter.id holds what it can of $type', async ({ exporter, importer, type, objects }) => {
  const found = await importWith(importer, labelFiles(await written(exporter, type)))

  expect(found.problems).toEqual([])
  expect(objectsOf(found.images[0], { frame: FRAME, type })).toMatchObject(objects)
  expect(objectsOf(found.images[0], { frame: FRAME, type })).toHaveLength(objects.length)
})

test('oriented boxes keep corners outside the image in pixels, and bring them to its border in shares', async () => {
  const shapes = [rotatedBoxShape(CRATE, { center: { x: 10, y: 50 }, width: 40, height: 20, angle: 0 })]

  const pixels = await written(yolov5Obb, 'object-detection', shapes)
  const shares = await written(yolov8Obb, 'object-detection', shapes)

  expect(textIn(pixels, '/labelTxt/')).toBe('-10 40 30 40 30 60 -10 60 crate 0\n')
  expect(textIn(shares, '/labels/')).toBe('1 0 0.4 0.15 0.4 0.15 0.6 0 0.6\n')
})

test('a rotated box that the frame cuts is written by the four corners in the frame that tell most of its visible part', async () => {
  const box = { center: { x: 100, y: 95 }, width: 80, height: 25, angle: 30 }

  const contents = await written(yolov8Obb, 'object-detection', [rotatedBoxShape(CRATE, box)])

  const [, ...shares] = textIn(contents, '/labels/').split(' ').map(Number)
  expect(shares).toHaveLength(8)
  const corners = shares.map((value, i) => value * (i % 2 === 0 ? FRAME.width : FRAME.height))
  for (const [i, value] of corners.entries())
    expect(value).toBeLessThanOrEqual(i % 2 === 0 ? FRAME.width : FRAME.height)
  const read = smallestBoxAround([corners])
  const visible = smallestBoxAround(clipRings([rotatedBoxRing(box)], FRAME))
  expect(read && visible && overlap(read, visible)).toBeGreaterThan(0.8)
})

/** Shared area by joint area, of points on a grid. */
function overlap(one: RotatedBox, other: RotatedBox): number {
  const grid = Array.from({ length: 200 * 200 }, (_, i) => ({ x: (i % 200) + 0.5, y: Math.floor(i / 200) - 49.5 }))
  const [a, b] = [rotatedBoxRing(one), rotatedBoxRing(other)]
  const inside = grid.map((point) => [ringsContain([a], point), ringsContain([b], point)])
  return inside.filter(([x, y]) => x && y).length / inside.filter(([x, y]) => x || y).length
}

test('COCO says a mask by an outline along its pixels, and by run lengths where they are asked for', async () => {
  const outlined = await written(cocoSegmentation, 'instance-segmentation', [maskShape(CRATE, TILES)])
  const run = await written(cocoRle, 'instance-segmentation', [maskShape(CRATE, TILES)])

  const place = { bbox: [100, 10, 40, 40], area: 1200 }
  const annotationsIn = (contents: Parameters<typeof textIn>[0]) =>
    JSON.parse(textIn(contents, '.coco.json')).annotations
  expect(annotationsIn(outlined)).toMatchObject([{ ...place, segmentation: [expect.any(Array)] }])
  expect(annotationsIn(run)).toMatchObject([
    { ...place, segmentation: { size: [100, 200], counts: expect.any(String) } },
  ])
})

test('a PNG mask has the pixels of a mask, and none of lines and points', async () => {
  const contents = await written(pngMask, 'semantic-segmentation', SHAPES.slice(1))
  const [, bytes] = Object.entries(contents).find(([path]) => path.endsWith('_mask.png')) ?? []

  const png = await readPng(Buffer.from(bytes ?? ''))

  const set = png.ok ? [...png.value.values].flatMap((value, i) => (value > 0 ? [i] : [])) : []
  expect(set).toHaveLength(1200)
  expect([set[0], set.at(-1)]).toEqual([10 * 200 + 100, 49 * 200 + 139])
})

test.each([
  [yolov8, 'Boxes, in one text file for each image. Lines and points are skipped.'],
  [cvat, 'Boxes, rotated boxes, outlines with all their parts, masks, lines and points, in one XML file.'],
])('what a format has no place for is said before it is written', (exporter, sentence) => {
  expect(sentenceOf(exporter.keeps('object-detection'))).toBe(sentence)
})

function textIn(contents: Awaited<ReturnType<typeof written>>, letters: string): string {
  const [, content] = Object.entries(contents).find(([path]) => path.includes(letters)) ?? []
  return String(content)
}
