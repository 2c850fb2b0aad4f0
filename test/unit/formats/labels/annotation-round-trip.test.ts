import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { ProjectType } from '#common/contract/projects'
import { boxRing } from '#common/geometry/box'
import { sentenceOf } from '#common/messages/sentence'
import { coco } from '#formats/exporters/coco'
import { createMl } from '#formats/exporters/createml'
import { cvat } from '#formats/exporters/cvat'
import { darknet } from '#formats/exporters/darknet'
import type { Exporter } from '#formats/exporters/define'
import { labelme } from '#formats/exporters/labelme'
import { tensorflow } from '#formats/exporters/tensorflow'
import { voc } from '#formats/exporters/voc'
import { yolov8 } from '#formats/exporters/yolo'
import { yolov6 } from '#formats/exporters/yolov6'
import { readAnnotations } from '#formats/labels/registry'
import { anyText } from '#test/kit/any-text'
import { boundsOf } from '#test/kit/placed'
import { boxShape, CRATE, imageOf, polygonShape, SPOON, sourceOf, textsOf, versionOf } from '../exporters/kit.ts'

const FRAME = { width: 200, height: 100 }
const NAME = 'quay_jpg.rf.fedcba9876543210fedcba9876543210.jpg'
const LABELMAP = new Map([
  ['0', 'Loffel'],
  ['1', 'crate'],
])
const TRIP = [
  { exporter: coco, path: 'train/_annotations.coco.json', boxes: 'their four corners' },
  { exporter: yolov8, path: `train/labels/${NAME.replace('.jpg', '.txt')}`, boxes: 'boxes' },
]

const classes = fc.constantFrom(CRATE, SPOON)
const along = (size: number) => fc.double({ min: 0, max: size, noNaN: true })

const boxes = fc
  .tuple(classes, along(190), along(90), fc.double({ min: 2, max: 10, noNaN: true }))
  .map(([classId, x, y, side]) => boxShape(classId, [x, y, x + side, y + side / 1.5]))

/** Triangles with a horizontal side, so that none is too thin to be kept. */
const triangles = fc
  .tuple(classes, along(150), along(50), fc.double({ min: 2, max: 50, noNaN: true }))
  .map(([classId, x, y, side]) => polygonShape(classId, [x, y, x + side, y, x + side / 3, y + side]))

/** The reader's findings in the exporter's file of two images, for an image with these shapes. */
async function roundTrip(
  shapes: readonly Shape[],
  { exporter, path }: Pick<(typeof TRIP)[number], 'exporter' | 'path'>,
  type: ProjectType,
) {
  const image = imageOf({ ...FRAME, shapes })
  const other = imageOf({ ...FRAME, fileName: 'pier.jpg', shapes: [boxShape(CRATE, [1, 1, 9, 9])] })
  const text = await written(exporter, versionOf({ projectType: type }), [other, image], path)
  const read = readAnnotations(
    { name: path, text, labelmap: LABELMAP },
    { name: NAME, frame: FRAME, type: 'instance-segmentation' },
  )
  return read.ok ? read.value : sentenceOf(read.error)
}

async function written(
  exporter: Exporter,
  version: ReturnType<typeof versionOf>,
  images: Parameters<typeof sourceOf>[1],
  path: string,
) {
  const texts = await textsOf(exporter.files(sourceOf(version, images)))
  return texts[path] ?? ''
}

/** COCO keeps thousandths of a pixel, in the corner and in the side. */
function expected(shape: Shape, tolerance = 0.0011) {
  const near = (value: number) =>
    expect.toSatisfy((other) => typeof other === 'number' && Math.abs(other - value) <= tolerance)
  const className = shape.classId === CRATE ? 'crate' : 'Loffel'
  if (shape.kind === 'polygon') return { className, kind: 'polygon', rings: shape.rings.map((ring) => ring.map(near)) }
  const { x0, y0, x1, y1 } = boundsOf(shape)
  return { className, kind: 'box', box: { x0: near(x0), y0: near(y0), x1: near(x1), y1: near(y1) } }
}

const BOX_TRIP = [
  ...TRIP,
  { exporter: createMl, path: 'train/_annotations.createml.json' },
  { exporter: darknet, path: `train/${NAME.replace('.jpg', '.txt')}` },
  { exporter: yolov6, path: `labels/train/${NAME.replace('.jpg', '.txt')}` },
]

/** Formats that keep whole pixels. */
const WHOLE_TRIP = [
  { exporter: voc, path: `train/${NAME.replace('.jpg', '.xml')}` },
  { exporter: tensorflow, path: 'train/_annotations.csv' },
]

test.each(BOX_TRIP)('boxes come back from $exporter.id as they were', async (trip) => {
  await fc.assert(
    fc.asyncProperty(fc.array(boxes, { maxLength: 8 }), async (shapes) => {
      expect(await roundTrip(shapes, trip, 'object-detection')).toEqual(shapes.map((shape) => expected(shape)))
    }),
    { numRuns: 60 },
  )
})

test.each(TRIP)('outlines come back from $exporter.id as they were, boxes as $boxes', async (trip) => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(triangles, boxes), { maxLength: 8 }), async (shapes) => {
      const outlines = shapes.map((shape) =>
        shape.kind === 'box' && trip.boxes === 'their four corners'
          ? { ...polygonShape(shape.classId, boxRing(shape.box)) }
          : shape,
      )

      expect(await roundTrip(shapes, trip, 'instance-segmentation')).toEqual(outlines.map((shape) => expected(shape)))
    }),
    { numRuns: 60 },
  )
})

/** Formats that tell boxes from outlines, object by object. */
const DRAWN_TRIP = [
  { exporter: labelme, path: `train/${NAME.replace('.jpg', '.json')}`, tolerance: 0.0011 },
  { exporter: cvat, path: 'annotations.xml', tolerance: 0.0051 },
]

test.each(DRAWN_TRIP)('boxes and outlines come back from $exporter.id as what they were', async (trip) => {
  const twoParts = fc.tuple(triangles, triangles).map(([one, other]) => {
    const rings = [one, other].flatMap((shape, i) =>
      shape.kind === 'polygon' ? shape.rings.map((ring) => ring.map((at, k) => (k % 2 ? at : at / 2.1 + i * 100))) : [],
    )
    return polygonShape(CRATE, ...rings)
  })
  const drawn = trip.exporter === labelme ? fc.oneof(triangles, boxes, twoParts) : fc.oneof(triangles, boxes)

  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 8 }), async (shapes) => {
      const read = await roundTrip(shapes, trip, 'instance-segmentation')

      expect(read).toEqual(shapes.map((shape) => expected(shape, trip.tolerance)))
    }),
    { numRuns: 60 },
  )
})

test.each(WHOLE_TRIP)('boxes in whole pixels come back from $exporter.id as they were', async (trip) => {
  const whole = fc
    .tuple(classes, fc.nat(150), fc.nat(80), fc.integer({ min: 1, max: 20 }))
    .map(([classId, x, y, side]) => boxShape(classId, [x, y, x + side, y + side]))

  await fc.assert(
    fc.asyncProperty(fc.array(whole, { minLength: 1, maxLength: 8 }), async (shapes) => {
      expect(await roundTrip(shapes, trip, 'object-detection')).toEqual(shapes.map((shape) => expected(shape)))
    }),
    { numRuns: 60 },
  )
})

const NAMES = fc.constantFrom('a.json', 'a.xml', 'a.txt', 'a.csv', 'a.jsonl', 'a.manifest', '', 'Corrosion')
const KEYS = ['images', 'annotations', 'shapes', 'regions', 'predictions', 'objects', 'instances', 'Label', 'data_row']
const OTHER_KEYS = [
  'projects',
  'size',
  'item',
  'asset',
  'assets',
  'captures',
  'response',
  'labels',
  '__proto__',
  'points',
]
const documents = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, 0, -1, 1e308, '', 'x', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...KEYS, ...OTHER_KEYS), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value
const texts = fc.oneof(
  anyText(60),
  fc.string({
    unit: fc.constantFrom('<', '>', '/', 'a', '"', "'", ' ', '\n', '&', '!', '[', ']', '=', '-'),
    maxLength: 60,
  }),
  fc.string({ unit: fc.constantFrom('0', '1', '.', '-', 'e', ' ', '\n', ',', '"', 'a.jpg'), maxLength: 60 }),
  documents.map((document) => JSON.stringify(document)),
)

test('whatever a file holds, the answer is objects or a sentence, never a failure', () => {
  fc.assert(
    fc.property(NAMES, texts, (name, text) => {
      const read = readAnnotations(
        { name, text, labelmap: new Map() },
        { name: 'a.jpg', frame: FRAME, type: 'instance-segmentation' },
      )

      expect(read.ok ? read.value.map(({ className }) => className) : sentenceOf(read.error).split(': ')).not.toContain(
        '',
      )
    }),
    { numRuns: 3000 },
  )
})
