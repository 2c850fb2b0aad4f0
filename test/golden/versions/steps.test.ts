import { describe, expect, test } from 'vitest'
import type { Shape } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'
import { ClassId, ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import type { Preprocessing } from '#common/versions/preprocessing'
import { boundsOf } from '#test/kit/placed'
import { frameAfter, type Plan } from '#transforms/plan'
import type { Image } from '#transforms/preprocess/definition'
import { type Random, randomStream } from '#transforms/random'
import { planAugmentation, planFirst, planParts } from '#transforms/recipe'
import { moveShapes } from '#transforms/shapes'

/** The worked examples of the reference: an image of 200 × 100 with a box and a polygon. */
const FRAME = { width: 200, height: 100 }
const common = { classId: ClassId.parse('classAAAA'), z: 0, origin: 'hand' as const }
const A1: Shape = { ...common, id: ShapeId.parse('shapeAAA1'), kind: 'box', box: { x0: 20, y0: 10, x1: 80, y1: 50 } }
const A2: Shape = {
  ...common,
  id: ShapeId.parse('shapeAAA2'),
  kind: 'polygon',
  rings: [[100, 20, 140, 20, 140, 60, 100, 60]],
}

describe('resize', () => {
  test.each([
    ['Stretch to', sized(64, 64, 'Stretch to'), { x0: 6.4, y0: 6.4, x1: 25.6, y1: 32 }],
    ['Fill', sized(64, 64, 'Fill (with center crop) in'), { x0: 0, y0: 6.4, x1: 19.2, y1: 32 }],
    ['Fit within', sized(64, 64, 'Fit within'), { x0: 6.4, y0: 3.2, x1: 25.6, y1: 16 }],
    ['Fit within a larger size', sized(640, 640, 'Fit within'), { x0: 20, y0: 10, x1: 80, y1: 50 }],
    ['Fit, black', sized(64, 64, 'Fit (black edges) in'), { x0: 6.4, y0: 19.2, x1: 25.6, y1: 32 }],
    ['Fit, white', sized(64, 64, 'Fit (white edges) in'), { x0: 6.4, y0: 19.2, x1: 25.6, y1: 32 }],
    ['Fit, enlarged', sized(400, 400, 'Fit (black edges) in'), { x0: 40, y0: 120, x1: 160, y1: 200 }],
    ['Fit, cut to whole pixels', sized(77, 77, 'Fit (black edges) in'), { x0: 7.7, y0: 22.8, x1: 30.8, y1: 38 }],
  ])('%s puts the box where the reference says', (_, resize, box) => {
    const plans = plansOf({ 'auto-orient': true, resize }, { frame: FRAME, orientation: 1 })

    expect(boundsAfter(plans, A1)).toEqual([box])
  })

  test.each([
    ['Stretch to', sized(77, 77, 'Stretch to'), { width: 77, height: 77 }],
    ['Fill', sized(77, 77, 'Fill (with center crop) in'), { width: 77, height: 77 }],
    ['Fit within', sized(77, 77, 'Fit within'), { width: 77, height: 38 }],
    ['Fit within a larger size', sized(640, 640, 'Fit within'), { width: 200, height: 100 }],
    ['Fit, black', sized(77, 77, 'Fit (black edges) in'), { width: 77, height: 77 }],
  ])('%s gives the frame that the reference says', (_, resize, frame) => {
    const plans = plansOf({ 'auto-orient': true, resize }, { frame: FRAME, orientation: 1 })

    expect(plans.reduce((size, plan) => frameAfter(plan, size), FRAME)).toEqual(frame)
  })

  test('Fit, reflected, labels the mirror images above and below', () => {
    const resize = sized(64, 64, 'Fit (reflect edges) in')

    const plans = plansOf({ resize }, { frame: FRAME, orientation: 1 })

    expect(boundsAfter(plans, A1)).toEqual([
      { x0: 6.4, y0: 19.2, x1: 25.6, y1: 32 },
      { x0: 6.4, y0: 0, x1: 25.6, y1: 12.8 },
    ])
    expect(boundsAfter(plans, A2)).toEqual([
      { x0: 32, y0: 22.4, x1: 44.8, y1: 35.2 },
      { x0: 32, y0: 0, x1: 44.8, y1: 9.6 },
      { x0: 32, y0: 60.8, x1: 44.8, y1: 64 },
    ])
  })
})

describe('auto-orient off', () => {
  test.each<[1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, Box]>([
    [1, { x0: 20, y0: 10, x1: 80, y1: 50 }],
    [2, { x0: 120, y0: 10, x1: 180, y1: 50 }],
    [3, { x0: 120, y0: 50, x1: 180, y1: 90 }],
    [4, { x0: 20, y0: 50, x1: 80, y1: 90 }],
    [5, { x0: 10, y0: 20, x1: 50, y1: 80 }],
    [6, { x0: 10, y0: 120, x1: 50, y1: 180 }],
    [7, { x0: 50, y0: 120, x1: 90, y1: 180 }],
    [8, { x0: 50, y0: 20, x1: 90, y1: 80 }],
  ])('takes the box back behind EXIF orientation %i', (orientation, box) => {
    const plans = plansOf({}, { frame: FRAME, orientation })

    expect(boundsAfter(plans, A1)).toEqual([box])
  })
})

describe('augmentation', () => {
  test.each<[string, Augmentation, Box, Box]>([
    [
      'flip horizontal',
      { flip: { horizontal: true, vertical: false } },
      { x0: 120, y0: 10, x1: 180, y1: 50 },
      { x0: 60, y0: 20, x1: 100, y1: 60 },
    ],
    [
      'flip vertical',
      { flip: { horizontal: false, vertical: true } },
      { x0: 20, y0: 50, x1: 80, y1: 90 },
      { x0: 100, y0: 40, x1: 140, y1: 80 },
    ],
    [
      'rotate by +30°',
      { rotate: { degrees: 30 } },
      { x0: 30.718, y0: 0, x1: 102.679, y1: 40 },
      { x0: 95, y0: 24.019, x1: 149.641, y1: 78.66 },
    ],
  ])('%s moves box and polygon as the reference says', (_, augmentation, box, polygon) => {
    const { plans } = varied(augmentation)

    expect(boundsAfter(plans, A1)).toEqual([box])
    expect(boundsAfter(plans, A2)).toEqual([polygon])
  })

  test.each([
    [
      { brighten: true, darken: true, percent: 40 },
      { kind: 'tone', gain: 0.6, offset: 102 },
    ],
    [
      { brighten: false, darken: true, percent: 40 },
      { kind: 'tone', gain: 1, offset: 0 },
    ],
  ])('brightness %o goes from the lowest to the highest share', (brightness, plan) => {
    expect(varied({ brightness }).plans).toEqual([plan])
  })
})

describe('chance', () => {
  const seed = '0123456789abcdef0123456789abcdef'

  test.each([
    [{ part: 0, variant: 1, step: 'flip' }, [0.13152548857033253, 0.6243052016943693, 0.09274759516119957]],
    [{ part: 0, variant: 1, step: 'rotate' }, [0.9560309052467346, 0.9349781847558916, 0.6514408171642572]],
    [{ part: 2, variant: 3, step: 'bbrotate|4' }, [0.2553483007941395, 0.5725667083170265, 0.9477131110616028]],
  ])('the stream %o gives the numbers of the reference generator', (place, numbers) => {
    const random = randomStream({ seed, imageId: 'imageAAAA1', ...place })

    expect(numbers.map(() => random.next())).toEqual(numbers)
  })
})

/** Draws the highest value of every range and says yes to every question. */
const furthest: Random = { next: () => 0, between: (_, max) => max, chance: () => true }

/** Of an image that is not cut into parts. */
function plansOf(preprocessing: Preprocessing, image: Image): readonly Plan[] {
  const first = planFirst(preprocessing, image)
  const frame = first.reduce((size, plan) => frameAfter(plan, size), image.frame)
  const [whole] = planParts(preprocessing, { ...image, frame, shapes: [] }, new Map())
  return [...first, ...(whole?.plans ?? [])]
}

function varied(augmentation: Augmentation, shapes: readonly Shape[] = []) {
  const settings = { preprocessing: {}, augmentation }
  const start = { frame: FRAME, shapes }
  return planAugmentation({ settings, start, skeletons: new Map(), streamOf: () => furthest })
}

function sized(width: number, height: number, format: NonNullable<Preprocessing['resize']>['format']) {
  return { width, height, format }
}

function boundsAfter(plans: readonly Plan[], shape: Shape): readonly Box[] {
  const none = new Map()
  const moved = plans.reduce<readonly Shape[]>((shapes, plan) => moveShapes(shapes, plan, none), [shape])
  return moved.map(boundsOf).map(rounded)
}

function rounded({ x0, y0, x1, y1 }: Box): Box {
  const [a, b, c, d] = [x0, y0, x1, y1].map((value) => Math.round(value * 1000) / 1000 + 0)
  return { x0: a ?? 0, y0: b ?? 0, x1: c ?? 0, y1: d ?? 0 }
}
