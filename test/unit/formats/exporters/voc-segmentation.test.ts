import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ExportVersion } from '#common/exports/model'
import { ClassId } from '#common/ids'
import { vocSegmentation } from '#formats/exporters/voc-segmentation'
import type { ExportSource, NamedImage } from '#formats/kit/files'
import { VOID, vocColour, vocNumber } from '#formats/kit/png/voc-colours'
import { boxShape, CRATE, collect, harbor, imageOf, polygonShape, SPOON, sourceOf, textsOf, versionOf } from './kit.ts'

const projectType = 'semantic-segmentation'
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('the colours are those of VOC, and no two numbers have one', () => {
  expect([0, 1, 2, 3, 4, 8, 20, 255].map((number) => vocColour(number))).toEqual([
    [0, 0, 0],
    [128, 0, 0],
    [0, 128, 0],
    [128, 128, 0],
    [0, 0, 128],
    [64, 0, 0],
    [0, 64, 128],
    [224, 224, 192],
  ])
  const colours = Array.from({ length: 70_000 }, (_, number) => vocColour(number).join(' '))
  expect(new Set(colours).size).toBe(70_000)
})

test('the void is the number of nothing', () => {
  const numbers = Array.from({ length: 600 }, (_, place) => vocNumber(place))

  expect(numbers.slice(252, 256)).toEqual([253, 254, 256, 257])
  expect(numbers).not.toContain(VOID)
})

test('each pixel has the number of its class in one mask and of its object in the other, in their colours', async () => {
  const masks = await masksOf(harbor({ projectType }))

  expect(masks.map(({ path }) => path)).toEqual([
    'SegmentationClass/bay-01_png.rf.0123456789abcdef0123456789abcdef.png',
    'SegmentationClass/quay_jpg.rf.fedcba9876543210fedcba9876543210.png',
    'SegmentationObject/bay-01_png.rf.0123456789abcdef0123456789abcdef.png',
    'SegmentationObject/quay_jpg.rf.fedcba9876543210fedcba9876543210.png',
  ])
  const [classes, nothing, objects] = masks
  expect(countOf(classes)).toEqual({ 0: 16_000, 1: 1600, 2: 2400 })
  expect([classes?.at(20, 10), classes?.at(79, 49), classes?.at(80, 49), classes?.at(139, 59)]).toEqual([2, 2, 0, 1])
  expect(countOf(objects)).toEqual({ 0: 16_000, 1: 2400, 2: 1600 })
  expect(countOf(nothing)).toEqual({ 0: 20_000 })
  expect(await colourAt(classes?.bytes, [20, 10])).toEqual([0, 128, 0])
  expect(await colourAt(objects?.bytes, [20, 10])).toEqual([128, 0, 0])
})

test('holes show what is below, parts are one object, and what is not written is not painted', async () => {
  const shapes = [
    boxShape(CRATE, [190.6, 99.4, 300, 300]),
    boxShape(CRATE, [-10, -10, 50, 50]),
    polygonShape(SPOON, square(10, 10, 30), square(20, 20, 10), square(100, 0, 10)),
  ]
  const source = sourceOf(versionOf({ projectType }), [imageOf({ fileName: 'quay.jpg', shapes })])

  const [classes, objects] = await masksOf(source)

  const places = [
    [0, 0],
    [15, 15],
    [25, 25],
    [105, 5],
    [191, 99],
  ] as const
  expect(places.map(([x, y]) => classes?.at(x, y))).toEqual([2, 1, 2, 1, 0])
  expect(places.map(([x, y]) => objects?.at(x, y))).toEqual([1, 2, 1, 2, 0])
  const xml = (await textsOf(vocSegmentation.files(source)))['Annotations/quay.xml'] ?? ''
  expect([...xml.matchAll(/<name>(\w+)</g)].map(([, name]) => name)).toEqual(['crate', 'Loffel'])
})

test('254 classes have a palette; more have the same colours without one', async () => {
  const [few, many] = [await classMaskOf(254), await classMaskOf(300)]

  expect(few).toMatchObject({ channels: 1, at: expect.any(Function) })
  expect(few.at(0, 0)).toBe(254)
  expect(await colourAt(few.bytes, [0, 0])).toEqual(vocColour(254))
  expect(many.channels).toBe(3)
  expect(await colourAt(many.bytes, [0, 0])).toEqual(vocColour(301))
  expect(await colourAt(many.bytes, [199, 99])).toEqual([0, 0, 0])
})

test('an image of many objects has their mask without a palette, and none is the void', async () => {
  const shapes = Array.from({ length: 300 }, (_, i) => boxShape(CRATE, [i % 100, Math.floor(i / 100), 200, 100]))

  const [classes, objects] = await masksOf(sourceOf(versionOf({ projectType }), [imageOf({ shapes })]))

  expect([classes?.channels, objects?.channels]).toEqual([1, 3])
  expect(await colourAt(objects?.bytes, [0, 0])).toEqual(vocColour(1))
  expect(await colourAt(objects?.bytes, [199, 99])).toEqual(vocColour(301))
})

test('the table tells the colours of all classes, also of more than a palette holds', async () => {
  const source = sourceOf(versionOf({ projectType, classes: manyClasses(300) }), [imageOf()])

  const lines = (await textsOf(vocSegmentation.files(source)))['labelmap.txt']?.split('\n') ?? []

  expect(lines).toHaveLength(302)
  expect(lines.slice(0, 2)).toEqual(['background:0,0,0::', 'c1000:128,0,0::'])
  expect(lines[300]).toBe(`c1299:${vocColour(301).join(',')}::`)
})

test('a name cannot end its field, be a remark or stand for the background', () => {
  const classes = ['a:b', 'a-b', '#1', 'background'].map((name, i) => ({ id: ClassId.parse(`class000${i}`), name }))

  expect(vocSegmentation.classes(classes).names).toEqual(['-1', 'a-b', 'a-b-2', 'background-2'])
})

test('a list for each split that has images; folders hold those of all splits, each by name', async () => {
  const images = [
    imageOf({ fileName: 'b.jpg' }),
    imageOf({ fileName: 'd.jpg' }),
    imageOf({ fileName: 'a.jpg', split: 'valid' }),
    imageOf({ fileName: 'c.jpg', split: 'valid' }),
  ]
  const source = sourceOf(versionOf({ projectType, counts: { train: 2, valid: 2, test: 0 } }), images)

  const files = await collect(vocSegmentation.files(source))

  const texts = await textsOf(vocSegmentation.files(source))
  expect(texts['ImageSets/Segmentation/train.txt']).toBe('b\nd\n')
  expect(texts['ImageSets/Segmentation/val.txt']).toBe('a\nc\n')
  expect(files.slice(2).map(({ path }) => path)).toEqual([
    'labelmap.txt',
    ...['a', 'b', 'c', 'd'].map((name) => `Annotations/${name}.xml`),
    'ImageSets/Segmentation/train.txt',
    'ImageSets/Segmentation/val.txt',
    ...['a', 'b', 'c', 'd'].map((name) => `JPEGImages/${name}.jpg`),
    ...['a', 'b', 'c', 'd'].map((name) => `SegmentationClass/${name}.png`),
    ...['a', 'b', 'c', 'd'].map((name) => `SegmentationObject/${name}.png`),
  ])
})

function manyClasses(count: number): ExportVersion['classes'] {
  return Array.from({ length: count }, (_, i) => ({ id: ClassId.parse(`class${1000 + i}`), name: `c${1000 + i}` }))
}

/** Of an image with a box of the last class in its corner. */
async function classMaskOf(count: number) {
  const classes = manyClasses(count)
  const image: NamedImage = imageOf({ shapes: [boxShape(classes.at(-1)?.id ?? CRATE, [0, 0, 10, 10])] })
  const [mask] = await masksOf(sourceOf(versionOf({ projectType, classes }), [image]))
  if (mask === undefined) throw new Error('There is no mask')
  return mask
}

async function masksOf(source: ExportSource) {
  const files = (await collect(vocSegmentation.files(source))).filter((file) => file.kind === 'data')
  return Promise.all(files.map(async ({ path, make }) => ({ path, ...readNumbers(Buffer.from(await make())) })))
}

/** The values as they are stored, before any palette. */
function readNumbers(bytes: Buffer) {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const packed: Buffer[] = []
  for (let i = 8; i < bytes.length; i += bytes.readUInt32BE(i) + 12) {
    if (bytes.toString('latin1', i + 4, i + 8) === 'IDAT')
      packed.push(bytes.subarray(i + 8, i + 8 + bytes.readUInt32BE(i)))
  }
  const rows = inflateSync(Buffer.concat(packed))
  const channels = bytes[25] === 2 ? 3 : 1
  return { bytes, width, height, channels, at: (x: number, y: number) => rows[y * (width * channels + 1) + 1 + x] }
}

/** As a reader that is not ours finds it. */
async function colourAt(png: Uint8Array | undefined, [x, y]: readonly [number, number]) {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  const start = (y * info.width + x) * info.channels
  return [...data.subarray(start, start + 3)]
}

function countOf(mask: Awaited<ReturnType<typeof masksOf>>[number] | undefined): Record<number, number> {
  const counts: Record<number, number> = {}
  for (let i = 0; mask !== undefined && i < mask.width * mask.height; i += 1) {
    const value = mask.at(i % mask.width, Math.floor(i / mask.width)) ?? -1
    counts[value] = (counts[value] ?? 0) + 1
  }
  return counts
}
