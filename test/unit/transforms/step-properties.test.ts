import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Shape, shapeArea } from '#common/annotation/shape'
import { boxArea } from '#common/geometry/box'
import { ClassId, ShapeId } from '#common/ids'
import type { Augmentation } from '#common/versions/augmentation'
import { type Preprocessing, TILE_PADDINGS, type Tile } from '#common/versions/preprocessing'
import { tileSpans } from '#common/versions/tiles'
import { boundsOf, placed } from '#test/kit/placed'
import { randomStream } from '#transforms/random'
import { planAugmentation, planParts, type Stage } from '#transforms/recipe'
import { boxShape, polygonShape, seed } from './marked-image.ts'

const share = (max: number) => fc.double({ min: 0, max, noNaN: true })
const both = fc.record({ horizontal: fc.boolean(), vertical: fc.boolean() })
const turns = fc.record({ clockwise: fc.boolean(), 'counter-clockwise': fc.boolean(), 'upside-down': fc.boolean() })
const crop = fc.tuple(share(99), share(99)).map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }))
const shear = fc.record({ horizontal: share(45), vertical: share(45) })
const rotate = fc.record({ degrees: share(45) })

const augmentation: fc.Arbitrary<Augmentation> = fc.record(
  {
    flip: both,
    ninety: turns,
    crop,
    rotate,
    shear,
    hue: fc.record({ degrees: share(180) }),
    brightness: fc.record({ brighten: fc.constant(true), darken: fc.boolean(), percent: share(99) }),
    blur: fc.record({ pixels: share(25) }),
    noise: fc.record({ percent: share(100) }),
    cutout: fc.record({ count: fc.integer({ min: 1, max: 9 }), percent: share(98).map((value) => value + 1) }),
    bbflip: both,
    bbninety: turns,
    bbcrop: crop,
    bbrotate: rotate,
    bbshear: shear,
    bbnoise: fc.record({ percent: share(100) }),
  },
  { requiredKeys: [] },
)

const side = fc.integer({ min: 30, max: 400 })
const image = fc.record({ width: side, height: side })

/** One of each kind, somewhere in the frame. */
const stage: fc.Arbitrary<Stage> = fc
  .tuple(image, share(1), share(1), share(1), share(1))
  .map(([frame, a, b, c, d]) => {
    const [x, y] = [a * (frame.width - 20), b * (frame.height - 20)]
    const [right, bottom] = [x + 19 * c + 0.01, y + 19 * d + 0.01]
    const points = [
      { x, y, visibility: 2 as const },
      { x: right, y: bottom, visibility: 1 as const },
      { x: 0, y: 0, visibility: 0 as const },
    ]
    const ids = { id: ShapeId.parse('shapeKEY1'), classId: ClassId.parse('classAAAA'), z: 0, origin: 'hand' as const }
    const person: Shape = { ...ids, kind: 'keypoints', box: { x0: x, y0: y, x1: right, y1: bottom }, points }
    return {
      frame,
      shapes: [boxShape(x, y, right, bottom), polygonShape(x, y, right, y, right, bottom, (x + right) / 2, y), person],
    }
  })

test('whatever is drawn, labels stay in the frame, are not empty and keep their ids', () => {
  fc.assert(
    fc.property(stage, augmentation, fc.nat({ max: 50 }), (start, steps, variant) => {
      const { end } = varied(start, steps, variant)

      const { width, height } = end.frame
      for (const shape of end.shapes) {
        const { x0, y0, x1, y1 } = boundsOf(shape)
        expect(Math.min(x0, y0, width - x1, height - y1, x1 - x0, y1 - y0)).toBeGreaterThanOrEqual(0)
      }
      for (const { x, y, visibility } of pointsOf(end.shapes)) {
        const isInside = x >= 0 && y >= 0 && x <= width && y <= height
        expect(isInside && (visibility > 0 || (x === 0 && y === 0))).toBe(true)
      }
      const ids = end.shapes.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(start.shapes.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
    }),
    { numRuns: 300 },
  )
})

test('switching a step on or off leaves what the others draw', () => {
  fc.assert(
    fc.property(stage, augmentation, fc.nat({ max: 50 }), (start, steps, variant) => {
      const all = varied(start, steps, variant).drawn
      for (const key of Object.keys(steps)) {
        const { drawn } = varied(start, { ...steps, [key]: undefined }, variant)
        const left = Object.fromEntries(Object.entries(all).filter(([name]) => drawn[name] !== undefined))

        expect(drawn).toMatchObject(left)
      }
    }),
    { numRuns: 100 },
  )
})

test('mirrors and quarter turns keep every area', () => {
  fc.assert(
    fc.property(stage, both, turns, fc.nat({ max: 50 }), (start, flip, ninety, variant) => {
      const { end } = varied(start, { flip, ninety }, variant)

      for (const [nth, shape] of start.shapes.entries()) {
        expect(areaOf(end.shapes[nth])).toBeCloseTo(areaOf(shape), 6)
      }
    }),
  )
})

test('turns and slants keep the area of a polygon that stays in the frame, and never add to it', () => {
  fc.assert(
    fc.property(stage, rotate, shear, fc.nat({ max: 50 }), (start, rotation, slant, variant) => {
      const polygons = start.shapes.filter(({ kind }) => kind === 'polygon')
      const { end, drawn } = varied({ ...start, shapes: polygons }, { rotate: rotation, shear: slant }, variant)

      const { horizontal = 0, vertical = 0 } = drawn['shear'] ?? {}
      const tangent = (degrees: unknown) => Math.tan((Number(degrees) * Math.PI) / 180)
      const factor = 1 - tangent(horizontal) * tangent(vertical)
      expect(areaOf(end.shapes[0])).toBeLessThanOrEqual(areaOf(polygons[0]) * factor + 1e-6)
    }),
  )
})

test('a crop enlarges what it shows by what it cuts away', () => {
  fc.assert(
    fc.property(stage, crop, fc.nat({ max: 50 }), (start, wish, variant) => {
      const { end, drawn } = varied(start, { crop: wish }, variant)

      expect(end.frame).toEqual(start.frame)
      const factor = 1 / (1 - Number(drawn['crop']?.['percent']) / 100)
      for (const shape of end.shapes) {
        const before = start.shapes.find(({ id }) => id === shape.id)
        expect(areaOf(shape)).toBeLessThanOrEqual(areaOf(before) * factor + 1e-6)
      }
    }),
  )
})

test('rows and columns share a box out among the tiles without losing any of it', () => {
  const grid = fc.record({ rows: fc.integer({ min: 1, max: 20 }), columns: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(image, grid, fc.tuple(share(1), share(1), share(1), share(1)), (frame, tile, [a, b, c, d]) => {
      const [x0, y0] = [Math.floor(a * (frame.width - 1)), Math.floor(b * (frame.height - 1))]
      const box = boxShape(x0, y0, x0 + Math.ceil(c * (frame.width - x0)), y0 + Math.ceil(d * (frame.height - y0)))

      const parts = planParts({ tile }, { frame, orientation: 1, shapes: [box] }, new Map())

      const pieces = parts.flatMap(({ cut }) => cut.shapes)
      expect(pieces.reduce((sum, piece) => sum + boxArea(boundsOf(piece)), 0)).toBeCloseTo(areaOf(box), 6)
      expect(parts.reduce((sum, { cut }) => sum + cut.frame.width * cut.frame.height, 0)).toBe(
        frame.width * frame.height,
      )
    }),
  )
})

test('tiles of any settings cover every pixel, and no tile lies beyond the image', () => {
  const common = {
    overlap: fc.oneof(share(0.99), fc.integer({ min: 1, max: 90 })),
    padding: fc.constantFrom(...TILE_PADDINGS),
  }
  const size = fc.integer({ min: 16, max: 500 })
  const tiles: fc.Arbitrary<Tile> = fc.oneof(
    fc.record({ ...common, mode: fc.constant('fixed_size' as const), tileWidth: size, tileHeight: size }),
    fc.record({
      ...common,
      mode: fc.constant('fixed_aspect' as const),
      aspectRatio: fc.double({ min: 0.05, max: 20, noNaN: true }),
      span: fc.constantFrom('width' as const, 'height' as const),
    }),
  )
  fc.assert(
    fc.property(image, tiles, (frame, tile) => {
      const { rows, columns } = tileSpans(tile, frame)
      const isPadded = 'padding' in tile && tile.padding !== 'none'
      for (const [spans, length] of [
        [columns, frame.width],
        [rows, frame.height],
      ] as const) {
        expect(spans[0]?.start).toBe(0)
        expect(spans.at(-1)?.end).toBeGreaterThanOrEqual(length)
        expect(
          spans.every(({ start, end }, nth) => start < length && start <= (spans[nth - 1]?.end ?? 0) && end > start),
        ).toBe(true)
        expect(isPadded || spans.every(({ end }) => end <= length)).toBe(true)
      }
    }),
  )
})

test('an image that is reflected twice gives every mirror image an id of its own', () => {
  const resize = { width: 64, height: 128, format: 'Fit (reflect edges) in' as const }
  const preprocessing: Preprocessing = { resize }
  const [part] = planParts(
    preprocessing,
    { frame: { width: 200, height: 100 }, orientation: 1, shapes: [boxShape(20, 10, 80, 90)] },
    new Map(),
  )
  if (part === undefined) throw new Error('There is no image')

  for (const variant of [1, 2, 3, 4]) {
    const { end } = varied(
      part.end,
      { ninety: { clockwise: true, 'counter-clockwise': true, 'upside-down': true } },
      variant,
      preprocessing,
    )

    const ids = end.shapes.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(1)
  }
})

function varied(start: Stage, steps: Augmentation, variant: number, preprocessing: Preprocessing = {}) {
  const streamOf = (step: string) => randomStream({ seed, imageId: 'imageAAAA1', part: 0, variant, step })
  return planAugmentation({ settings: { preprocessing, augmentation: steps }, start, skeletons: new Map(), streamOf })
}

function pointsOf(shapes: readonly Shape[]) {
  return shapes.flatMap((shape) => (shape.kind === 'keypoints' ? shape.points : []))
}

function areaOf(shape: Shape | undefined): number {
  return shape ? shapeArea(placed(shape)) : 0
}
