import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ImageId, ShapeId } from '#common/ids'
import type { RenderPart, RenderSource } from '#core/versions/ports'
import { versionRenderer } from '#transforms/pipeline'
import { blank, FRAME, KINDS } from './kinds.ts'
import { boxShape, disagreements, polygonShape, renderOne, seed, write } from './marked-image.ts'

const SETTINGS = { preprocessing: { 'auto-orient': true }, augmentation: { mosaic: true } }
const VARIANTS = [1, 2, 3, 4]

test.each(KINDS)('a mosaic moves $name with its pixels, in the own image and in another', async (kind) => {
  const plain = await Promise.all(['imageEMP1', 'imageEMP2', 'imageEMP3'].map((id) => blank(FRAME, id)))
  const marked = await kind.source()
  const [first, ...rest] = plain
  if (first === undefined) throw new Error('No image is blank')

  // Large enough that the colors of a dot survive in a quarter of it.
  const resize = { width: 300, height: 180, format: 'Stretch to' as const }
  const settings = { ...SETTINGS, preprocessing: { ...SETTINGS.preprocessing, resize } }
  for (const variant of VARIANTS) {
    const own = await renderOne({ source: marked, settings, variant, others: partsOf(plain) })
    const other = await renderOne({ source: first, settings, variant, others: partsOf([...rest, marked]) })

    expect(own).toMatchObject({ width: 300, height: 180 })
    expect(await kind.faults(own, {}), `own, variant ${variant}`).toEqual([])
    expect(await kind.faults(other, {}), `another, variant ${variant}`).toEqual([])
  }
})

test('a mosaic of four images of other sizes labels what it shows of each', async () => {
  const [own, ...others] = await fourImages()
  if (own === undefined) throw new Error('No image is painted')

  for (const variant of VARIANTS) {
    const made = await renderOne({ source: own, settings: SETTINGS, variant, others: partsOf(others) })

    expect(await disagreements(made, 255), `variant ${variant}`).toEqual([])
    expect(made.shapes.length).toBeGreaterThanOrEqual(4)
    expect(new Set(made.shapes.map(({ id }) => id)).size).toBe(made.shapes.length)
  }
})

test('a mosaic splits each side between 30 and 70 percent and puts its own image anywhere', async () => {
  const [own, ...others] = await fourImages()
  if (own === undefined) throw new Error('No image is painted')
  const variants = Array.from({ length: 40 }, (_, nth) => nth + 1)
  const made = await Promise.all(
    variants.map((variant) => renderOne({ source: own, settings: SETTINGS, variant, others: partsOf(others) })),
  )

  const drawn = made.map(({ drawn: { mosaic } }) => mosaic)
  const shares = drawn.flatMap((values) => [Number(values?.['x']), Number(values?.['y'])])
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.3)
  expect(Math.min(...shares)).toBeLessThan(0.35)
  expect(Math.max(...shares)).toBeLessThanOrEqual(0.7)
  expect(Math.max(...shares)).toBeGreaterThan(0.65)
  expect(new Set(drawn.map((values) => values?.['quadrant']))).toEqual(new Set([0, 1, 2, 3]))
})

test('other steps follow a mosaic and take its labels with them', async () => {
  const [own, ...others] = await fourImages()
  if (own === undefined) throw new Error('No image is painted')
  const augmentation = { mosaic: true, flip: { horizontal: true, vertical: true }, crop: { min: 20, max: 50 } }

  for (const variant of VARIANTS) {
    const settings = { ...SETTINGS, augmentation }
    const made = await renderOne({ source: own, settings, variant, others: partsOf(others) })

    expect(Object.keys(made.drawn)).toEqual(['mosaic', 'flip', 'crop'])
    expect(await disagreements(made, 255), `variant ${variant}`).toEqual([])
  }
})

test('three other images are chosen without repetition where there are enough, and never the own one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 500 }), fc.nat(), fc.nat({ max: 40 }), (count, any, variant) => {
      const own = any % count

      const chosen = versionRenderer.mosaicOthers({ ...variantKey, variant }, count, own)

      expect(new Set([own, ...chosen]).size).toBe(4)
      expect(chosen.every((place) => place >= 0 && place < count)).toBe(true)
      expect(versionRenderer.mosaicOthers({ ...variantKey, variant }, count, own)).toEqual(chosen)
    }),
  )
})

test.each([1, 2, 3])('of %i images three are chosen with repetition', (count) => {
  const chosen = versionRenderer.mosaicOthers({ ...variantKey, variant: 1 }, count, 0)

  expect(chosen).toHaveLength(3)
  expect(chosen.every((place) => place >= 0 && place < count)).toBe(true)
})

test('an image that stands beside itself is labelled in every place, under different ids', async () => {
  const shapes = [boxShape(20, 10, 80, 50)]
  const source = await painted('imageONE1', { width: 100, height: 60 }, shapes)

  const made = await renderOne({ source, settings: SETTINGS, others: partsOf([source, source, source]) })

  expect(made.shapes).toHaveLength(4)
  expect(new Set(made.shapes.map(({ id }) => id)).size).toBe(4)
  expect(await disagreements(made, 255)).toEqual([])
})

const variantKey = { seed, imageId: ImageId.parse('imageAAAA1'), part: 0 }

function partsOf(sources: readonly RenderSource[]): readonly RenderPart[] {
  return sources.map((source) => ({ source, part: 0 }))
}

async function fourImages(): Promise<readonly RenderSource[]> {
  return Promise.all([
    painted('imageOWN1', { width: 120, height: 90 }, [polygonShape(30, 20, 90, 20, 90, 50, 60, 50, 60, 70, 30, 70)]),
    painted('imageTWO2', { width: 60, height: 140 }, [boxShape(10, 40, 50, 100)]),
    painted('imageTRI3', { width: 200, height: 40 }, [
      boxShape(70, 8, 130, 32),
      { ...boxShape(2, 2, 30, 30), id: LATE },
    ]),
    painted('imageFOU4', { width: 400, height: 300 }, [polygonShape(100, 100, 300, 100, 200, 240)]),
  ])
}

const LATE = ShapeId.parse('shapeBOX2')

async function painted(id: string, size: typeof FRAME, shapes: RenderSource['shapes']): Promise<RenderSource> {
  const path = await write({ ...size, shapes, ink: 255, orientation: 1 })
  return { imageId: ImageId.parse(id), path, ...size, shapes }
}
