import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Augmentation } from '#common/versions/augmentation'
import { renderFile } from '#transforms/pixels/render'
import { openEncoded } from '#transforms/pixels/source'
import type { Random } from '#transforms/random'
import { planAugmentation } from '#transforms/recipe'
import { imageId, never, save } from '../marked-image.ts'

const SIZE = { width: 256, height: 1 }
const RAMP = Buffer.from(Array.from({ length: 256 * 3 }, (_, index) => Math.floor(index / 3)))
const ramp = save(sharp(RAMP, { raw: { ...SIZE, channels: 3 } }), 'png')

describe('brightness', () => {
  test('moves every value by the documented formula, for any share', async () => {
    const image = await openEncoded(imageId, await ramp)

    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -99, max: 99 }), async (percent) => {
        const plans = brightnessPlans(percent)

        const { data } = await renderFile(image, plans, never)

        const misses = [...data].map((value, index) => Math.abs(value - expected(RAMP[index] ?? 0, percent / 100)))
        expect(Math.max(...misses)).toBeLessThan(0.501)
      }),
      { numRuns: 50 },
    )
  })

  test('draws between darkening and brightening as far as each is chosen', () => {
    const [lowest, highest] = [drawn({ darken: true, brighten: false }, 0), drawn({ darken: true, brighten: false }, 1)]

    expect([lowest, highest]).toEqual([-40, 0])
    expect([drawn({ darken: false, brighten: true }, 0), drawn({ darken: false, brighten: true }, 1)]).toEqual([0, 40])
    expect([drawn({ darken: true, brighten: true }, 0), drawn({ darken: true, brighten: true }, 1)]).toEqual([-40, 40])
  })
})

describe('a source image', () => {
  const grey = { create: { width: 8, height: 8, channels: 3 as const, background: { r: 128, g: 128, b: 128 } } }

  test.each<[string, string, Sharp]>([
    ['in greyscale', 'png', sharp(grey).toColourspace('b-w')],
    ['with 16 bits', 'png', sharp(grey).toColourspace('rgb16')],
    ['with 16 bits of grey', 'png', sharp(grey).toColourspace('grey16')],
    ['in CMYK', 'jpg', sharp(grey).toColourspace('cmyk').jpeg({ quality: 100 })],
    ['with a palette', 'png', sharp(grey).png({ palette: true })],
    ['in WebP', 'webp', sharp(grey).webp({ lossless: true })],
    ['in TIFF', 'tiff', sharp(grey).tiff()],
  ])('%s becomes 8-bit RGB before its brightness is changed', async (_, extension, image) => {
    const source = await openEncoded(imageId, await save(image, extension))

    const { data, width, height } = await renderFile(source, brightnessPlans(50), never)

    expect(data).toHaveLength(width * height * 3)
    // Printing inks are the farthest from exact.
    for (const value of data) expect(Math.abs(value - 192)).toBeLessThanOrEqual(10)
  })

  test('shows black where it is transparent', async () => {
    const pixels = Buffer.from([255, 0, 0, 255, 255, 0, 0, 0, 255, 0, 0, 128])
    const path = await save(sharp(pixels, { raw: { width: 3, height: 1, channels: 4 } }), 'png')

    const { data } = await renderFile(await openEncoded(imageId, path), [], never)

    expect([...data]).toEqual([255, 0, 0, 0, 0, 0, 128, 0, 0])
  })

  test('keeps its colours through a wider colour space', async () => {
    const red = { create: { width: 4, height: 4, channels: 3 as const, background: '#c83c28' } }
    const path = await save(sharp(red).withIccProfile('p3'), 'png')

    const { data } = await renderFile(await openEncoded(imageId, path), [], never)

    for (const [index, value] of [0xc8, 0x3c, 0x28].entries()) {
      expect(Math.abs((data[index] ?? 0) - value)).toBeLessThanOrEqual(3)
    }
  })
})

function brightnessPlans(percent: number) {
  const brightness = { brighten: percent > 0, darken: percent <= 0, percent: Math.abs(percent) }
  return varied({ brightness }, percent > 0 ? 1 : 0).plans
}

function drawn(ways: { darken: boolean; brighten: boolean }, u: number): unknown {
  const augmentation: Augmentation = { brightness: { ...ways, percent: 40 } }
  const { drawn } = varied(augmentation, u)
  return Number(drawn['brightness']?.['percent']) + 0
}

function varied(augmentation: Augmentation, u: number) {
  const settings = { preprocessing: {}, augmentation }
  const start = { frame: SIZE, shapes: [] }
  return planAugmentation({ settings, start, skeletons: new Map(), streamOf: () => drawing(u) })
}

function drawing(u: number): Random {
  return { next: () => u, between: (min, max) => min + (max - min) * u, chance: (probability) => u < probability }
}

function expected(value: number, share: number): number {
  return share > 0 ? value + (255 - value) * share : value * (1 + share)
}
