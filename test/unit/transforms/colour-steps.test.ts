import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Augmentation } from '#common/versions/augmentation'
import type { ContrastType, Preprocessing } from '#common/versions/preprocessing'
import { renderPixels } from '#transforms/pixels/render'
import { type Random, randomStream } from '#transforms/random'
import type { Pixels } from '#transforms/raster'
import { planAugmentation, planParts } from '#transforms/recipe'
import { never, seed } from './marked-image.ts'

/** Every color whose channels are multiples of 15. */
const COLOURS: Pixels = {
  width: 18 * 18,
  height: 18,
  data: Uint8Array.from({ length: 18 ** 3 * 3 }, (_, at) => 15 * (Math.floor(at / 3 / 18 ** (at % 3)) % 18)),
}
const RAMP: Pixels = { width: 256, height: 1, data: Uint8Array.from({ length: 768 }, (_, at) => Math.floor(at / 3)) }

type Colour = readonly [number, number, number]

/** The textbook way from RGB to HSV and back; hue in degrees, the others from 0 to 1. */
function viaHsv(colour: Colour, change: (hsv: Colour) => Colour): Colour {
  const [r = 0, g = 0, b = 0] = colour.map((value) => value / 255)
  const [top, low] = [Math.max(r, g, b), Math.min(r, g, b)]
  const span = top - low
  const sector = span === 0 ? 0 : top === r ? (g - b) / span : top === g ? 2 + (b - r) / span : 4 + (r - g) / span
  const [h, s, v] = change([sector * 60, top === 0 ? 0 : span / top, top])
  const c = v * s
  const place = (((h / 60) % 6) + 6) % 6
  const x = c * (1 - Math.abs((place % 2) - 1))
  const faces: readonly Colour[] = [
    [c, x, 0],
    [x, c, 0],
    [0, c, x],
    [0, x, c],
    [x, 0, c],
    [c, 0, x],
  ]
  const [red, green, blue] = faces[Math.floor(place)] ?? [0, 0, 0]
  return [255 * (red + v - c), 255 * (green + v - c), 255 * (blue + v - c)]
}

describe('hue', () => {
  test('turns the wheel of HSV by any angle', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -180, max: 180 }), async (degrees) => {
        const made = await augmented(COLOURS, { hue: { degrees: Math.abs(degrees) } }, degrees < 0 ? 0 : 1)

        expect(farthest(made, COLOURS, (colour) => viaHsv(colour, ([h, s, v]) => [h + degrees, s, v]))).toBeLessThan(
          0.51,
        )
      }),
      { numRuns: 25 },
    )
  })

  test('keeps the colours for 0° and for all of the wheel, and grey for any angle', async () => {
    expect((await augmented(COLOURS, { hue: { degrees: 0 } }, 1)).data).toEqual(COLOURS.data)
    expect((await augmented(RAMP, { hue: { degrees: 180 } }, 0.8)).data).toEqual(RAMP.data)
  })
})

test('saturation follows HSV, up to full colours and down to nearly none', async () => {
  for (const percent of [-99, -40, 0, 40, 99]) {
    const made = await augmented(COLOURS, { saturation: { percent: Math.abs(percent) } }, percent < 0 ? 0 : 1)

    const expected = (colour: Colour) => viaHsv(colour, ([h, s, v]) => [h, Math.min(1, s * (1 + percent / 100)), v])
    expect(farthest(made, COLOURS, expected), `${percent} %`).toBeLessThan(0.51)
  }
})

describe('exposure', () => {
  test.each([-99, -50, 0, 50, 99])('of %i percent bends values along its gamma curve', async (percent) => {
    const made = await augmented(RAMP, { exposure: { percent: Math.abs(percent) } }, percent < 0 ? 0 : 1)

    const q = percent / 100
    const expected = (value: number) => 255 * (value / 255) ** (q >= 0 ? 1 - q : 1 / (1 + q))
    expect(farthest(made, RAMP, ([value]) => [expected(value), expected(value), expected(value)])).toBeLessThan(0.501)
  })

  test('is nearly white at one end and nearly black at the other', async () => {
    const [bright, dark] = [
      await augmented(RAMP, { exposure: { percent: 99 } }, 1),
      await augmented(RAMP, { exposure: { percent: 99 } }, 0),
    ]

    expect(bright.data[30]).toBeGreaterThan(245)
    expect(dark.data[245 * 3]).toBeLessThan(10)
    expect([bright.data[0], bright.data.at(-1), dark.data[0], dark.data.at(-1)]).toEqual([0, 255, 0, 255])
  })
})

describe('grey', () => {
  const grey = ([r, g, b]: Colour): Colour => {
    const value = 0.2125 * r + 0.7154 * g + 0.0721 * b
    return [value, value, value]
  }

  test('has the documented weights', async () => {
    expect(farthest(await preprocessed(COLOURS, { grayscale: true }), COLOURS, grey)).toBeLessThan(0.501)
  })

  test('comes to a variant with the chosen probability, in the same weights', async () => {
    const settings = { rgrayscale: { percent: 30 } }

    expect(farthest(await augmented(COLOURS, settings, 0.29), COLOURS, grey)).toBeLessThan(0.501)
    expect((await augmented(COLOURS, settings, 0.31)).data).toEqual(COLOURS.data)
    const drawn = Array.from({ length: 400 }, (_, variant) => variant).filter((variant) => isGrey(variant))
    expect(Math.abs(drawn.length / 400 - 0.3)).toBeLessThan(0.08)
  })

  function isGrey(variant: number): boolean {
    const streamOf = (step: string) => randomStream({ seed, imageId: 'imageAAAA1', part: 0, variant, step })
    const start = { frame: RAMP, shapes: [] }
    const settings = { preprocessing: {}, augmentation: { rgrayscale: { percent: 30 } } }
    return planAugmentation({ settings, start, skeletons: new Map(), streamOf }).plans.length === 1
  }
})

describe('contrast', () => {
  test('stretching maps the 2nd and 98th percentile of all values to the ends', async () => {
    // 0…100 once each: the percentiles are 2 and 98.
    const steps: Pixels = {
      width: 101,
      height: 1,
      data: Uint8Array.from({ length: 303 }, (_, at) => Math.floor(at / 3)),
    }

    const made = await contrasted(steps, 'Contrast Stretching')

    const expected = (value: number) => Math.max(0, Math.min(255, (255 * (value - LOW)) / (HIGH - LOW)))
    expect(farthest(made, steps, ([value]) => [expected(value), expected(value), expected(value)])).toBeLessThan(0.501)
  })

  test('stretching leaves an image of one value as it is', async () => {
    const flat: Pixels = { width: 9, height: 9, data: new Uint8Array(243).fill(77) }

    expect((await contrasted(flat, 'Contrast Stretching')).data).toEqual(flat.data)
  })

  test('equalization gives every grey the share of the values below it', async () => {
    // Four values, 10, 20, 30 and 40 times: shares (cdf − 10) / 90.
    const values = [5, 90, 91, 200].flatMap((value, nth) => Array.from<number>({ length: 10 * (nth + 1) }).fill(value))
    const steps: Pixels = {
      width: 100,
      height: 1,
      data: Uint8Array.from(values.flatMap((value) => [value, value, value])),
    }

    const { data } = await contrasted(steps, 'Histogram Equalization')

    expect([...new Set(data)]).toEqual([0, Math.round((255 * 20) / 90), Math.round((255 * 50) / 90), 255])
  })

  test.each(['Histogram Equalization', 'Adaptive Equalization'] as const)('%s takes the colours away', async (type) => {
    const { data } = await contrasted(COLOURS, type)

    for (let at = 0; at < data.length; at += 3) expect([data[at + 1], data[at + 2]]).toEqual([data[at], data[at]])
  })

  test('adaptive equalization spreads a dull image in its tiles, and no further than its limit lets it', async () => {
    const dull: Pixels = {
      width: 160,
      height: 160,
      data: Uint8Array.from({ length: 160 * 160 * 3 }, (_, at) => 100 + (Math.floor(at / 3) % 20)),
    }

    const { data } = await contrasted(dull, 'Adaptive Equalization')

    const spread = Math.max(...data) - Math.min(...data)
    expect(spread).toBeGreaterThan(80)
    // 20 values of at most 3 % each, and the excess over all values alike.
    expect(spread).toBeLessThanOrEqual(Math.ceil(255 * (20 * 0.03 + (20 / 256) * 0.4)))
  })

  test('adaptive equalization works on images smaller than its tiles', async () => {
    const tiny: Pixels = { width: 3, height: 5, data: Uint8Array.from({ length: 45 }, (_, at) => at * 5) }

    expect(await contrasted(tiny, 'Adaptive Equalization')).toMatchObject({ width: 3, height: 5 })
  })
})

const [LOW, HIGH] = percentiles()

/** Of 303 values, each of 0…100 three times: places 6.04 and 295.96 in order, counted from 0. */
function percentiles(): readonly [number, number] {
  const at = (place: number) => {
    const [below, above] = [Math.floor(Math.floor(place) / 3), Math.floor(Math.ceil(place) / 3)]
    return below + (above - below) * (place % 1)
  }
  return [at(0.02 * 302), at(0.98 * 302)]
}

/** The largest difference to what a formula gives for each pixel. */
function farthest(made: Pixels, from: Pixels, formula: (colour: Colour) => Colour): number {
  let gap = 0
  for (let at = 0; at < from.data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = from.data.subarray(at, at + 3)
    for (const [channel, value] of formula([r, g, b]).entries()) {
      gap = Math.max(gap, Math.abs((made.data[at + channel] ?? 0) - value))
    }
  }
  return gap
}

/** With every draw at a share `u` of its range. */
async function augmented(pixels: Pixels, augmentation: Augmentation, u: number): Promise<Pixels> {
  const random: Random = {
    next: () => u,
    between: (min, max) => min + (max - min) * u,
    chance: (probability) => u < probability,
  }
  const start = { frame: pixels, shapes: [] }
  const settings = { preprocessing: {}, augmentation }
  const { plans } = planAugmentation({ settings, start, skeletons: new Map(), streamOf: () => random })
  return renderPixels(pixels, plans, never)
}

async function contrasted(pixels: Pixels, type: ContrastType): Promise<Pixels> {
  return preprocessed(pixels, { contrast: { type } })
}

async function preprocessed(pixels: Pixels, preprocessing: Preprocessing): Promise<Pixels> {
  const image = { frame: pixels, orientation: 1 as const, shapes: [] }
  const [part] = planParts(preprocessing, image, new Map())
  return renderPixels(pixels, part?.plans ?? [], never)
}
