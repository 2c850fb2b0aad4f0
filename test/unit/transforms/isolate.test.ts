import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ShapeId } from '#common/ids'
import type { RenderSource } from '#core/versions/ports'
import { versionRenderer } from '#transforms/pipeline'
import { FRAME, KINDS } from './kinds.ts'
import { boxShape, imageId, polygonShape, renderOne, seed, write } from './marked-image.ts'

const PREPROCESSING = { 'auto-orient': true, isolate: true }
const SETTINGS = { preprocessing: PREPROCESSING, augmentation: {} }

const cornered = boxShape(90.5, -4, 104, 8.5)
const SHAPES = [
  boxShape(10.4, 12.6, 30.2, 40.9),
  { ...cornered, id: ShapeId.parse('shapeBOX2') },
  polygonShape(50, 20, 80, 20, 80, 55),
]

test('every object becomes an image of its own, its box rounded outward and cut at the frame', async () => {
  const parts = await everyPart(await painted())

  expect(parts.map(({ part, width, height }) => [part, width, height])).toEqual([
    [0, 21, 29],
    [1, 10, 9],
    [2, 30, 35],
  ])
})

test('what is said of such an image is the class of its object alone', async () => {
  const parts = await everyPart(await painted())

  expect(parts.map(({ shapes }) => shapes)).toEqual(
    SHAPES.map(({ id, classId, origin }) => [{ id, classId, origin, z: 0, kind: 'whole' }]),
  )
  expect(parts.every(({ droppedShapes }) => droppedShapes === 0)).toBe(true)
})

test('the pixels are those inside the box', async () => {
  const source = await painted([boxShape(10, 12, 30, 40)])

  const [part] = await everyPart(source)

  const { channels } = await sharp(part?.encoded).stats()
  for (const { min } of channels) expect(min).toBeGreaterThan(240)
})

test('an image without objects gives none', async () => {
  const source = await painted([])

  expect(await versionRenderer.parts(source, { settings: SETTINGS, seed, skeletons: new Map() })).toEqual([])
})

test('objects are numbered by their place, also after a crop took others away', async () => {
  const crop = { x_min: 0, x_max: 85, y_min: 0, y_max: 100 }
  const settings = { preprocessing: { ...PREPROCESSING, 'static-crop': crop }, augmentation: {} }

  const parts = await versionRenderer.parts(await painted(), { settings, seed, skeletons: new Map() })

  expect(parts.map(({ part }) => part)).toEqual([0, 1])
})

describe.each(KINDS.slice(0, -1))('$name', ({ source }) => {
  test('is cut out, resized and augmented as an image of its own', async () => {
    const settings = {
      preprocessing: { ...PREPROCESSING, resize: { width: 48, height: 48, format: 'Stretch to' as const } },
      augmentation: { flip: { horizontal: true, vertical: true }, rotate: { degrees: 20 } },
    }

    const made = await renderOne({ source: await source(), settings, variant: 1 })

    expect(made).toMatchObject({ width: 48, height: 48, shapes: [{ kind: 'whole' }] })
  })
})

async function painted(shapes: RenderSource['shapes'] = SHAPES): Promise<RenderSource> {
  return { imageId, path: await write({ ...FRAME, shapes, ink: 255, orientation: 1 }), ...FRAME, shapes }
}

async function everyPart(source: RenderSource) {
  const parts = await versionRenderer.parts(source, { settings: SETTINGS, seed, skeletons: new Map() })
  return Promise.all(parts.map(({ part }) => renderOne({ source, settings: SETTINGS, part, variant: 0 })))
}
