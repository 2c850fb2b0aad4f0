import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { Augmentation } from '#common/versions/augmentation'
import { renderPixels } from '#transforms/pixels/render'
import type { Plan } from '#transforms/plan'
import { type Random, randomStream } from '#transforms/random'
import type { Pixels } from '#transforms/raster'
import { planAugmentation } from '#transforms/recipe'
import { moveShapes } from '#transforms/shapes'
import { boxShape, never, polygonShape, seed } from './marked-image.ts'

const GREY = 128

describe('noise', () => {
  test.each([1, 10, 49.9, 50.1, 80, 100])(
    'of %f percent strikes that share of the pixels, half of them black',
    async (percent) => {
      const plain = flat(200, 150)

      const { data } = await drawnAt(plain, { noise: { percent } }, 1)

      const values = pixelsOf(data)
      const wanted = Math.round((percent / 100) * 200 * 150)
      const [black, white] = [0, 255].map((value) => values.filter((each) => each === value).length)
      expect((black ?? 0) + (white ?? 0)).toBe(wanted)
      expect(values.filter((value) => value === GREY)).toHaveLength(200 * 150 - wanted)
      expect(Math.abs((black ?? 0) - wanted / 2)).toBeLessThan(4 * Math.sqrt(wanted) + 1)
    },
  )

  test('is spread over all of the image', async () => {
    const { data } = await drawnAt(flat(200, 150), { noise: { percent: 20 } }, 1)

    const values = pixelsOf(data)
    for (const [column, row] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const inQuarter = values.filter(
        (value, at) =>
          value !== GREY &&
          at % 200 >= column * 100 &&
          at % 200 < column * 100 + 100 &&
          Math.floor(at / 200 / 75) === row,
      )
      expect(Math.abs(inQuarter.length - 1500)).toBeLessThan(200)
    }
  })

  test('differs between variants and is the same for the same one', async () => {
    const [one, again, other] = await Promise.all(
      [1, 1, 2].map((variant) => varied(flat(60, 60), { noise: { percent: 20 } }, variant)),
    )

    expect(again?.data).toEqual(one?.data)
    expect(other?.data).not.toEqual(one?.data)
  })
})

describe('blur', () => {
  test.each([0.5, 1, 2.5, 8, 25])('spreads a dot by %f pixels', async (pixels) => {
    const side = 241
    const dot = { width: side, height: side, data: new Uint8Array(side * side * 3) }
    // Wide enough that the spread is not lost in 8 bits; a square of side s alone has a variance of (s² − 1) / 12.
    const size = 2 * Math.ceil(pixels) + 9
    for (let y = 0; y < size; y += 1) {
      const start = ((120 + y - (size >> 1)) * side + 120 - (size >> 1)) * 3
      dot.data.fill(255, start, start + size * 3)
    }

    const { data } = await drawnAt(dot, { blur: { pixels } }, 1)

    const spread = Math.sqrt(varianceAcross(data, side) - (size * size - 1) / 12)
    expect(Math.abs(spread - pixels)).toBeLessThan(Math.max(0.12, pixels * 0.08))
  })

  test('below 0.3 pixels changes nothing', async () => {
    const image = noisy(40, 30)

    expect((await drawnAt(image, { blur: { pixels: 0.29 } }, 1)).data).toEqual(image.data)
    expect((await drawnAt(image, { blur: { pixels: 25 } }, 0)).data).toEqual(image.data)
  })
})

describe('cutout', () => {
  test('hides so many rectangles of the chosen share of the sides', async () => {
    const { plan } = coverOf({ count: 7, percent: 10 }, 3)

    expect(plan.boxes.length).toBeLessThanOrEqual(7)
    const inside = plan.boxes.filter(({ x0, y0, x1, y1 }) => x0 > 0 && y0 > 0 && x1 < 300 && y1 < 200)
    expect(inside.length).toBeGreaterThan(2)
    for (const { x0, y0, x1, y1 } of inside) {
      expect(Math.abs(x1 - x0 - 30)).toBeLessThanOrEqual(1)
      expect(Math.abs(y1 - y0 - 20)).toBeLessThanOrEqual(1)
    }
  })

  test('is black inside the rectangles and nothing outside', async () => {
    const { plan, plans } = coverOf({ count: 20, percent: 15 }, 1)
    const image = flat(300, 200)

    const { data } = await renderPixels(image, plans, never)

    const values = pixelsOf(data)
    const misses = values.filter((value, at) => {
      const [x, y] = [at % 300, Math.floor(at / 300)]
      const isHidden = plan.boxes.some(({ x0, y0, x1, y1 }) => x >= x0 && x < x1 && y >= y0 && y < y1)
      return value !== (isHidden ? 0 : GREY)
    })
    expect(misses).toEqual([])
  })

  test('takes an object whose whole box one rectangle hides, keeps the others, and hides points', () => {
    const hidden = {
      kind: 'cover',
      boxes: [
        { x0: 10, y0: 10, x1: 50, y1: 50 },
        { x0: 50, y0: 10, x1: 90, y1: 50 },
      ],
    } as const
    const { id, classId, z, origin } = boxShape(0, 0, 1, 1)
    const person: Shape = {
      id,
      classId,
      z,
      origin,
      kind: 'keypoints',
      box: { x0: 0, y0: 0, x1: 60, y1: 60 },
      points: [
        { x: 20, y: 20, visibility: 2 },
        { x: 5, y: 20, visibility: 2 },
        { x: 20, y: 30, visibility: 1 },
        { x: 0, y: 0, visibility: 0 },
      ],
    }
    const kept = [boxShape(9, 10, 50, 50), boxShape(20, 20, 80, 40), polygonShape(5, 5, 45, 20, 20, 45)]

    const after = moveShapes(
      [boxShape(10, 10, 50, 50), polygonShape(12, 12, 48, 12, 30, 48), ...kept, person],
      hidden,
      new Map(),
    )

    expect(after.slice(0, 3)).toEqual(kept)
    expect(after[3]).toMatchObject({
      points: [{ visibility: 1 }, { visibility: 2 }, { visibility: 1 }, { visibility: 0 }],
    })
    expect(after).toHaveLength(4)
  })
})

const COLOUR_KEYS: readonly Augmentation[] = [
  { rgrayscale: { percent: 100 } },
  { hue: { degrees: 180 } },
  { saturation: { percent: 99 } },
  { brightness: { brighten: true, darken: true, percent: 99 } },
  { exposure: { percent: 99 } },
  { blur: { pixels: 25 } },
  { noise: { percent: 100 } },
]
const BOX_KEYS: readonly Augmentation[] = [
  { bbbrightness: { brighten: true, darken: true, percent: 99 } },
  { bbexposure: { percent: 99 } },
  { bbblur: { pixels: 25 } },
  { bbnoise: { percent: 100 } },
]

test.each([...COLOUR_KEYS, ...BOX_KEYS])('%j moves no label', async (augmentation) => {
  const shapes = [boxShape(10, 10, 50, 40), polygonShape(60, 10, 90, 10, 75, 50)]
  for (const variant of [1, 2, 3]) {
    expect(planned(augmentation, { frame: flat(100, 60), shapes, variant }).end.shapes).toEqual(shapes)
  }
})

test.each(BOX_KEYS)('%j changes the pixels inside the boxes and no other', async (augmentation) => {
  const image = noisy(100, 60)
  const shapes = [boxShape(10.4, 10.2, 49.1, 39.5), boxShape(98.8, 59, 99.9, 59.9)]

  const { plans } = planned(augmentation, { frame: image, shapes, variant: 4 })
  const made = await renderPixels(image, plans, never)

  const isInside = (at: number) => at % 100 >= 10 && at % 100 < 50 && at >= 1000 && at < 4000
  const changed = pixelsOf(made.data).map((value, at) => value !== image.data[at * 3])
  expect(changed.filter((is, at) => is && !isInside(at))).toEqual([])
  expect(changed.filter((is, at) => is && isInside(at)).length).toBeGreaterThan(300)
})

test('what was drawn for a box stays when another step takes an object away', () => {
  const bbnoise = { percent: 20 }
  const shapes = [boxShape(0, 0, 20, 60), { ...polygonShape(40, 10, 90, 10, 60, 50) }]
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), (variant) => {
      const crop = { min: 60, max: 90 }
      const alone = planned({ bbnoise }, { frame: flat(100, 60), shapes, variant }).drawn
      const { crop: window, ...cropped } = planned({ crop, bbnoise }, { frame: flat(100, 60), shapes, variant }).drawn

      expect(window).toBeDefined()
      expect(alone).toMatchObject(cropped)
    }),
  )
})

interface Start {
  readonly frame: Pixels
  readonly shapes: readonly Shape[]
  readonly variant: number
}

function planned(augmentation: Augmentation, { frame, shapes, variant }: Start) {
  const streamOf = (step: string) => randomStream({ seed, imageId: 'imageAAAA1', part: 0, variant, step })
  const settings = { preprocessing: {}, augmentation }
  return planAugmentation({ settings, start: { frame, shapes }, skeletons: new Map(), streamOf })
}

function coverOf(cutout: NonNullable<Augmentation['cutout']>, variant: number) {
  const { plans } = planned({ cutout }, { frame: flat(300, 200), shapes: [], variant })
  const plan = plans.find((each): each is Extract<Plan, { kind: 'cover' }> => each.kind === 'cover')
  if (plan === undefined) throw new Error('Nothing is hidden')
  return { plan, plans }
}

async function varied(pixels: Pixels, augmentation: Augmentation, variant: number): Promise<Pixels> {
  return renderPixels(pixels, planned(augmentation, { frame: pixels, shapes: [], variant }).plans, never)
}

/** With the first draw at the end of its range. */
async function drawnAt(pixels: Pixels, augmentation: Augmentation, u: number): Promise<Pixels> {
  const random: Random = { next: () => 0.37, between: (min, max) => min + (max - min) * u, chance: () => u > 0.5 }
  const settings = { preprocessing: {}, augmentation }
  const start = { frame: pixels, shapes: [] }
  const { plans } = planAugmentation({ settings, start, skeletons: new Map(), streamOf: () => random })
  return renderPixels(pixels, plans, never)
}

function flat(width: number, height: number): Pixels {
  return { width, height, data: new Uint8Array(width * height * 3).fill(GREY) }
}

function noisy(width: number, height: number): Pixels {
  const random = randomStream({ seed, imageId: 'noise', part: 0, variant: 0, step: 'noise' })
  return { width, height, data: Uint8Array.from({ length: width * height * 3 }, () => 40 + random.next() * 100) }
}

/** One channel. */
function pixelsOf(data: Uint8Array): readonly number[] {
  return Array.from({ length: data.length / 3 }, (_, at) => data[at * 3] ?? 0)
}

/** Of the brightness from side to side, in square pixels. */
function varianceAcross(data: Uint8Array, width: number): number {
  const values = pixelsOf(data)
  const total = values.reduce((sum, value) => sum + value, 0)
  const mean = values.reduce((sum, value, at) => sum + value * (at % width), 0) / total
  return values.reduce((sum, value, at) => sum + value * ((at % width) - mean) ** 2, 0) / total
}
