import { describe, expect, test } from 'vitest'
import { compose, scaling, translation } from '#common/geometry/affine'
import { type Box, boxRing } from '#common/geometry/box'
import { fillRings, type Mask, maskArea, maskBounds, maskIou } from '#common/geometry/mask'
import { ringsBounds } from '#common/geometry/polygon'
import { decodeMask, runLengthsFromText } from '#common/geometry/rle'
import type { DetectedMask } from '#common/inference/prediction'
import type { PredictOptions } from '#core/models/inference/operations'
import { type Masks, maskOf } from '#inference/models/yolo/masks'
import { drawn } from '../../../../kit/drawn-contours.ts'
import { PREDICT } from '../../../../kit/model-host.ts'

// A frame of 64 pixels with prototypes of 16 cells, in which an image of 320 × 160 lies between strips of 16 rows.
const FRAME = { width: 64, height: 64 }
const SIZE = { width: 320, height: 160 }
const CONTENT = { x0: 0, y0: 16, x1: 64, y1: 48 }
const TO_IMAGE = compose(translation(0, -16), scaling(5, 5))
const WHOLE: Box = { x0: 0, y0: 0, x1: 64, y1: 64 }

describe('how large a mask is decoded', () => {
  // A disc about the middle of the image, 80 pixels across.
  const disc = prototype((x, y) => 8 - 4 * Math.hypot(x - 8, y - 8))

  test('accurate follows the outline in pixels of the image', () => {
    const mask = maskFrom(disc, WHOLE)

    expect(areaOf(mask) / (Math.PI * 40 ** 2)).toBeCloseTo(1, 1)
    expect(outlineSteps(mask)).toContain(1)
  })

  test('fast follows the cells of the prototypes', () => {
    const mask = maskFrom(disc, WHOLE, { maskDecoding: { mode: 'fast', tradeoff: 0 } })

    expect(outlineSteps(mask).every((step) => step % 20 === 0)).toBe(true)
    expect(Math.abs(areaOf(mask) / (Math.PI * 40 ** 2) - 1)).toBeLessThan(0.3)
  })

  test.each([
    [0, 20],
    [0.5, 8],
    [1, 5],
  ])('a tradeoff of %f has cells of %f pixels', (tradeoff, cell) => {
    const mask = maskFrom(disc, WHOLE, { maskDecoding: { mode: 'tradeoff', tradeoff } })

    expect(outlineSteps(mask).every((step) => Math.abs(step / cell - Math.round(step / cell)) < 1e-6)).toBe(true)
    expect(Math.min(...outlineSteps(mask))).toBeCloseTo(cell, 6)
  })
})

describe('what a mask may cover', () => {
  const everything = prototype(() => 9)

  test('nothing beyond its box', () => {
    const mask = maskFrom(everything, { x0: 10, y0: 20, x1: 30.2, y1: 40 })

    expect(ringOf(mask)).toEqual(boxRing({ x0: 50, y0: 20, x1: 151, y1: 120 }))
  })

  test('nothing of the strips beside the image', () => {
    expect(ringOf(maskFrom(everything, WHOLE))).toEqual(boxRing({ x0: 0, y0: 0, x1: 320, y1: 160 }))
  })

  test('what lies in the strips does not reach into the image', () => {
    const strips = prototype((_, y) => (y < 4 || y > 12 ? 100 : -1))

    expect(ringOf(maskFrom(strips, WHOLE))).toEqual([])
  })

  test('a box smaller than a cell still has a cell', () => {
    const mask = maskFrom(
      everything,
      { x0: 21, y0: 21, x1: 22, y1: 22 },
      { maskDecoding: { mode: 'fast', tradeoff: 0 } },
    )

    expect(ringsBounds([ringOf(mask)])).toEqual({ x0: 100, y0: 20, x1: 120, y1: 40 })
  })

  test('of several parts the outline with the most vertices is answered, not the largest', () => {
    const parts = prototype((x, y) => (x < 6 || (x > 9 && Math.hypot(x - 13, y - 8) < 2) ? 9 : -9))

    const ring = ringOf(maskFrom(parts, WHOLE, { maskDecoding: { mode: 'fast', tradeoff: 0 } }))

    expect(ringsBounds([ring]).x0).toBeGreaterThanOrEqual(200)
  })

  test('nothing at all is an empty outline', () => {
    const nothing = prototype(() => -9)

    expect(maskFrom(nothing, WHOLE)).toEqual({ format: 'polygon', ring: [] })
    expect(maskFrom(nothing, WHOLE, { maskFormat: 'rle' })).toMatchObject({ size: SIZE, counts: 'PPb1' })
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('coefficients of %s make an empty mask or a full one', (odd) => {
    const mask = maskFrom(
      prototype(() => 1),
      WHOLE,
      {},
      odd,
    )

    expect([0, 8]).toContain(ringOf(mask).length)
  })
})

describe('run lengths', () => {
  const half = prototype((x) => 8 * (8 - x))

  test('run down the columns of the whole image from the left', () => {
    const mask = maskFrom(half, { x0: 0, y0: 16, x1: 64, y1: 32 }, { maskFormat: 'rle' })

    const decoded = decoded320(mask)
    expect(maskBounds(decoded)).toEqual({ x0: 0, y0: 0, x1: 160, y1: 80 })
    expect(maskArea(decoded)).toBe(160 * 80)
  })

  test.each(['accurate', 'fast', 'tradeoff'] as const)('and outlines tell the same mask: %s', (mode) => {
    const maskDecoding = { mode, tradeoff: 0.3 }
    const disc = prototype((x, y) => 8 - 4 * Math.hypot(x - 8, y - 8))

    const [rle, polygon] = (['rle', 'polygon'] as const).map((maskFormat) =>
      maskFrom(disc, WHOLE, { maskFormat, maskDecoding }),
    )

    expect(maskIou(decoded320(rle), fillRings([ringOf(polygon)], SIZE))).toBe(1)
  })
})

describe('contours', () => {
  test('run through the centres of the outermost pixels and give the mask again when they are filled with their border', () => {
    const disc = prototype((x, y) => 8 - 4 * Math.hypot(x - 8, y - 8))

    const [rle, contour] = (['rle', 'contour'] as const).map((maskFormat) => maskFrom(disc, WHOLE, { maskFormat }))

    const ring = ringOf(contour)
    expect(ring.every(Number.isInteger)).toBe(true)
    expect(maskIou(decoded320(rle), drawn([ring], SIZE))).toBe(1)
  })

  test('are empty where there is no mask, and as small as the mask', () => {
    const dots = prototype((x, y) => (Math.hypot(x - 3, y - 8) < 1 ? 9 : -9))
    const nothing = prototype(() => -9)

    expect(maskFrom(nothing, WHOLE, { maskFormat: 'contour' })).toEqual({ format: 'polygon', ring: [] })
    expect(ringOf(maskFrom(dots, WHOLE, { maskFormat: 'contour' })).length).toBeGreaterThan(0)
  })
})

test('the seventh version has no sigmoid: what is above zero belongs to the object', () => {
  const weak = prototype((x) => 0.1 * (8 - x))

  const mask = maskFrom(weak, WHOLE, {}, 1, 'v7-masks')

  expect(ringOf(mask)).toEqual(boxRing({ x0: 0, y0: 0, x1: 160, y1: 160 }))
})

test('more prototypes than coefficients are a broken model', () => {
  const masks = masksOf(prototype(() => 1))

  expect(() => maskOf(new Float32Array(5), WHOLE, masks)).toThrow(
    'It outputs 2 mask prototypes, but 5 coefficients per box',
  )
})

/** Two prototypes of 16 × 16 cells: a function of the middle of a cell, and noise. */
function prototype(value: (x: number, y: number) => number): Float32Array {
  const values = new Float32Array(2 * 256)
  for (let i = 0; i < 256; i++) values[i] = value((i % 16) + 0.5, Math.floor(i / 16) + 0.5)
  return values.fill(77, 256)
}

function masksOf(values: Float32Array, options: Partial<PredictOptions> = {}, layout: Masks['layout'] = 'v8'): Masks {
  const seen = { size: SIZE, content: CONTENT, toImage: TO_IMAGE, options: { ...PREDICT, ...options } }
  return { prototypes: { dims: [1, 2, 16, 16], values }, layout, frame: FRAME, seen }
}

function maskFrom(
  values: Float32Array,
  box: Box,
  options: Partial<PredictOptions> = {},
  coefficient = 1,
  layout: Masks['layout'] = 'v8',
): DetectedMask {
  return maskOf(Float32Array.of(coefficient, 0), box, masksOf(values, options, layout))
}

function ringOf(mask: DetectedMask | undefined): readonly number[] {
  return mask?.format === 'polygon' ? mask.ring : []
}

function areaOf(mask: DetectedMask): number {
  return maskArea(fillRings([ringOf(mask)], SIZE))
}

/** Lengths of the straight pieces of an outline. */
function outlineSteps(mask: DetectedMask): readonly number[] {
  const ring = ringOf(mask)
  return ring.flatMap((x, i) => {
    if (i % 2 === 1) return []
    const [nextX = 0, nextY = 0] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]]
    return [Math.abs(nextX - x) + Math.abs(nextY - (ring[i + 1] ?? 0))]
  })
}

function decoded320(mask: DetectedMask | undefined): Mask {
  const runs = runLengthsFromText(mask?.format === 'rle' ? mask.counts : '')
  const decoded = runs.ok ? decodeMask(runs.value, SIZE) : runs
  if (!decoded.ok) throw new Error('These are no run lengths of the image')
  return decoded.value
}
