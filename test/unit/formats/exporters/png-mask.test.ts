import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { ExportVersion } from '#common/exports/model'
import { ClassId } from '#common/ids'
import { pngMask } from '#formats/exporters/png-mask'
import type { NamedImage } from '#formats/kit/files'
import { boxShape, CRATE, collect, harbor, imageOf, polygonShape, SPOON, sourceOf, versionOf } from './kit.ts'

const projectType = 'semantic-segmentation'
const square = (x: number, y: number, side: number) => [x, y, x + side, y, x + side, y + side, x, y + side]

test('each pixel has the number of the class that it belongs to', async () => {
  const [bay, quay] = await masks(harbor({ projectType }))

  expect(bay?.path).toBe('train/bay-01_png.rf.0123456789abcdef0123456789abcdef_mask.png')
  expect(bay).toMatchObject({ width: 200, height: 100, depth: 'uchar', channels: 1 })
  expect(countOf(bay?.values)).toEqual({ 0: 16_000, 1: 1600, 2: 2400 })
  expect([bay?.at(20, 10), bay?.at(79, 49), bay?.at(80, 49), bay?.at(139, 59)]).toEqual([2, 2, 0, 1])
  expect(countOf(quay?.values)).toEqual({ 0: 20_000 })
})

test('what is drawn later lies on top, and a hole shows what is below', async () => {
  const shapes = [
    boxShape(CRATE, [-10, -10, 50, 50]),
    polygonShape(SPOON, square(10, 10, 30), square(20, 20, 10)),
    boxShape(SPOON, [190.6, 99.4, 300, 300]),
  ]

  const mask = await maskOf(imageOf({ shapes }))

  expect([mask.at(0, 0), mask.at(15, 15), mask.at(25, 25), mask.at(49, 49)]).toEqual([2, 1, 2, 2])
  expect([mask.at(190, 99), mask.at(191, 99), mask.at(199, 98)]).toEqual([0, 1, 0])
})

test('more classes than a byte can count take two', async () => {
  const classes = Array.from({ length: 300 }, (_, i) => ({
    id: ClassId.parse(`class${1000 + i}`),
    name: `c${1000 + i}`,
  }))
  const last = classes[299]?.id ?? CRATE

  const mask = await maskOf(imageOf({ shapes: [boxShape(last, [0, 0, 10, 10])] }), { classes })

  expect(mask).toMatchObject({ depth: 'ushort', channels: 1 })
  expect(countOf(mask.values)).toEqual({ 0: 19_900, 300: 100 })
})

test('the same labels give the same bytes', async () => {
  const [first, second] = await Promise.all([bytesOf(harbor({ projectType })), bytesOf(harbor({ projectType }))])

  expect(first).toEqual(second)
})

async function maskOf(image: NamedImage, changes: Partial<ExportVersion> = {}) {
  const [mask] = await masks(sourceOf(versionOf({ projectType, ...changes }), [image]))
  if (mask === undefined) throw new Error('There is no mask')
  return mask
}

async function bytesOf(source: ReturnType<typeof harbor>) {
  const files = (await collect(pngMask.files(source))).filter((file) => file.kind === 'data')
  return Promise.all(files.map(async (file) => ({ path: file.path, bytes: await file.make() })))
}

/** As a reader that is not ours finds them. */
async function masks(source: ReturnType<typeof harbor>) {
  return Promise.all((await bytesOf(source)).map(async ({ path, bytes }) => ({ path, ...(await readGrey(bytes)) })))
}

async function readGrey(png: Uint8Array) {
  const { depth, space } = await sharp(png).metadata()
  const isWide = depth === 'ushort'
  const grey = sharp(png)
    .toColourspace(space ?? 'b-w')
    .raw({ depth: isWide ? 'ushort' : 'uchar' })
  const { data, info } = await grey.toBuffer({ resolveWithObject: true })
  const values = isWide ? Array.from({ length: data.length / 2 }, (_, i) => data.readUInt16LE(i * 2)) : [...data]
  const { width, height, channels } = info
  return { width, height, channels, depth, values, at: (x: number, y: number) => values[y * width + x] }
}

function countOf(values: readonly number[] = []): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
