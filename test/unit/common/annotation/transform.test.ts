import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Shape, shapeArea, shapeBounds } from '#common/annotation/shape'
import { mapShape, mapTraced, settled } from '#common/annotation/transform'
import {
  type Affine,
  compose,
  identity,
  mapRing,
  mirrorX,
  mirrorY,
  orientationMap,
  rotationAbout,
  scaling,
  shearAbout,
  translation,
} from '#common/geometry/affine'
import { clipRings } from '#common/geometry/clip'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ringsBounds } from '#common/geometry/polygon'
import { rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import { AttributeId, GroupId } from '#common/ids'
import { boundsOf } from '#test/kit/placed'
import { boxShape, keypointsShape, polygonShape, shapeId } from '#test/unit/common/annotation/shapes'
import { affines, starWithHole } from '#test/unit/common/geometry/arbitraries'

const FRAME: Size = { width: 200, height: 100 }
const TURNED: Size = { width: 100, height: 200 }
const CENTRE = { x: 100, y: 50 }
const A1 = boxShape(20, 10, 80, 50)
const A2 = polygonShape([100, 20, 140, 20, 140, 60, 100, 60])

interface Step {
  readonly step: string
  readonly affine: Affine
  readonly frame: Size
  readonly box: readonly number[]
  readonly polygon: readonly number[]
}

/** The worked examples: x0, y0, x1, y1 of the box and of the bounds of the polygon after each step. */
const STEPS: readonly Step[] = [
  { step: 'flip horizontal', affine: mirrorX(200), frame: FRAME, box: [120, 10, 180, 50], polygon: [60, 20, 100, 60] },
  { step: 'flip vertical', affine: mirrorY(100), frame: FRAME, box: [20, 50, 80, 90], polygon: [100, 40, 140, 80] },
  {
    step: 'ninety clockwise',
    affine: orientationMap(6, FRAME),
    frame: TURNED,
    box: [50, 20, 90, 80],
    polygon: [40, 100, 80, 140],
  },
  {
    step: 'ninety counter-clockwise',
    affine: orientationMap(8, FRAME),
    frame: TURNED,
    box: [10, 120, 50, 180],
    polygon: [20, 60, 60, 100],
  },
  {
    step: 'ninety upside-down',
    affine: orientationMap(3, FRAME),
    frame: FRAME,
    box: [120, 50, 180, 90],
    polygon: [60, 40, 100, 80],
  },
  {
    step: 'crop',
    affine: compose(translation(-40, 0), scaling(2, 2)),
    frame: FRAME,
    box: [0, 20, 80, 100],
    polygon: [120, 40, 200, 100],
  },
  {
    step: 'shear',
    affine: shearAbout({ horizontal: 45, vertical: 0 }, CENTRE),
    frame: FRAME,
    box: [0, 10, 80, 50],
    polygon: [70, 20, 150, 60],
  },
  {
    step: 'rotate',
    affine: rotationAbout(30, CENTRE),
    frame: FRAME,
    box: [30.718, 0, 102.679, 40],
    polygon: [95, 24.019, 149.641, 78.66],
  },
  {
    step: 'static crop',
    affine: translation(-50, -10),
    frame: { width: 100, height: 80 },
    box: [0, 0, 30, 40],
    polygon: [50, 10, 90, 50],
  },
  {
    step: 'fit with black edges',
    affine: compose(scaling(0.32, 0.32), translation(0, 16)),
    frame: { width: 64, height: 64 },
    box: [6.4, 19.2, 25.6, 32],
    polygon: [32, 22.4, 44.8, 35.2],
  },
  {
    step: 'fill with centre crop',
    affine: compose(scaling(0.64, 0.64), translation(-32, 0)),
    frame: { width: 64, height: 64 },
    box: [0, 6.4, 19.2, 32],
    polygon: [32, 12.8, 57.6, 38.4],
  },
]

test.each(STEPS)('the worked example of $step comes out as specified', ({ affine, frame, box, polygon }) => {
  expect(boundsAfter(A1, affine, frame)).toEqual(box)
  expect(boundsAfter(A2, affine, frame)).toEqual(polygon)
})

test('a polygon falls into the tiles it covers', () => {
  const tile = { width: 100, height: 50 }

  expect(boundsAfter(A2, identity, tile)).toBeUndefined()
  expect(boundsAfter(A2, translation(-100, 0), tile)).toEqual([0, 20, 40, 50])
  expect(boundsAfter(A2, translation(-100, -50), tile)).toEqual([0, 0, 40, 10])
})

test('a moved shape keeps its id, class, order and origin', () => {
  const { box: _, ...rest } = A1

  expect(mapShape(A1, translation(1, 2), FRAME)).toEqual([{ ...rest, box: { x0: 21, y0: 12, x1: 81, y1: 52 } }])
})

test('a polygon that the frame cuts in two stays one shape of two rings', () => {
  const horseshoe = polygonShape([10, 10, 60, 10, 60, 90, 10, 90, 10, 70, 40, 70, 40, 30, 10, 30])

  const [rest] = mapShape(horseshoe, identity, { width: 30, height: 100 })

  expect(rest?.kind === 'polygon' && rest.rings).toHaveLength(2)
  expect(rest && shapeArea(rest)).toBe(800)
})

test('a shape outside the frame is dropped', () => {
  expect(mapShape(A1, translation(-80, 0), FRAME)).toEqual([])
  expect(mapShape(A2, translation(0, 80), FRAME)).toEqual([])
})

test('a shape is dropped when the frame leaves less than a pixel of the side it cuts', () => {
  expect(mapShape(A1, translation(-79, 0), FRAME)).toHaveLength(1)
  expect(mapShape(A1, translation(-79.01, 0), FRAME)).toEqual([])
  expect(mapShape(A2, translation(0, 79), FRAME)).toHaveLength(1)
  expect(mapShape(A2, translation(0, 79.01), FRAME)).toEqual([])
})

test('a small shape that the frame does not cut is kept', () => {
  expect(boundsAfter(A1, scaling(0.01, 0.01), FRAME)).toEqual([0.2, 0.1, 0.8, 0.5])
  expect(boundsAfter(A2, scaling(0.01, 0.01), FRAME)).toEqual([1, 0.2, 1.4, 0.6])
  expect(boundsAfter(boxShape(-5, 3, 9, 3.5), identity, FRAME)).toEqual([0, 3, 9, 3.5])
})

test('a mapped shape lies within the frame and is a valid shape', () => {
  fc.assert(
    fc.property(affines, starWithHole, (affine, rings) => {
      const [rest] = mapShape(polygonShape(...rings), affine, FRAME)

      if (rest === undefined) return
      const { x0, y0, x1, y1 } = boundsOf(rest)
      expect(x0 >= 0 && y0 >= 0 && x1 <= FRAME.width && y1 <= FRAME.height).toBe(true)
      expect(Shape.parse(rest)).toEqual(rest)
    }),
  )
})

test('the area of a shape that is not cut grows by the determinant of the map', () => {
  const wide = { width: 20_000, height: 20_000 }
  fc.assert(
    fc.property(affines, starWithHole, (affine, rings) => {
      const centred = compose(affine, translation(10_000, 10_000))
      const factor = Math.abs(affine.a * affine.d - affine.b * affine.c)
      const shape = polygonShape(...rings)

      const [moved] = mapShape(shape, centred, wide)

      expect((moved ? shapeArea(moved) : 0) / (factor * areaOf(rings))).toBeCloseTo(1, 5)
    }),
  )
})

test('keypoints are mapped one by one; one that leaves the frame loses its place and keeps its turn', () => {
  const gull = keypointsShape(
    { x0: 120, y0: 10, x1: 180, y1: 50 },
    { x: 170, y: 20, visibility: 2 },
    { x: 0, y: 0, visibility: 0 },
    { x: 130, y: 40, visibility: 1 },
  )

  expect(mapShape(gull, translation(30, 5), FRAME)).toEqual([
    {
      ...gull,
      box: { x0: 150, y0: 15, x1: 200, y1: 55 },
      points: [
        { x: 200, y: 25, visibility: 2 },
        { x: 0, y: 0, visibility: 0 },
        { x: 160, y: 45, visibility: 1 },
      ],
    },
  ])
  expect(mapShape(gull, translation(40, 0), FRAME)).toMatchObject([{ points: [{ visibility: 0 }, {}, { x: 170 }] }])
  expect(mapShape(gull, translation(90, 0), FRAME)).toEqual([])
})

const LABEL = { id: shapeId(9), classId: A1.classId, z: 1, origin: 'hand' } as const

test('a rotated box stays one when the image is flipped or turned, and its corners may reach out of it', () => {
  const box = { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 30 }
  const shape: Shape = { ...LABEL, kind: 'rotated-box', box }

  expect(mapShape(shape, mirrorX(200), FRAME)).toEqual([
    {
      ...shape,
      box: {
        center: { x: 150, y: 40 },
        width: expect.closeTo(60, 6),
        height: expect.closeTo(20, 6),
        angle: expect.closeTo(-30, 6),
      },
    },
  ])
  expect(mapShape(shape, translation(-45, 0), FRAME)).toMatchObject([
    { kind: 'rotated-box', box: { center: { x: 5, y: 40 } } },
  ])
})

test('a rotated box that is slanted is the smallest rectangle around its corners, its top still at the top', () => {
  const box = { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 30 }
  const shape: Shape = { ...LABEL, kind: 'rotated-box', box }

  const [slanted] = mapShape(shape, scaling(2, 1), FRAME)

  expect(Object.keys(slanted ?? {}).toSorted()).toEqual(Object.keys(shape).toSorted())
  const mapped = slanted?.kind === 'rotated-box' ? slanted.box : undefined
  // A side of it lies along the longer side of the slanted box: 60 px at 30° that were stretched to twice the width.
  expect(mapped?.angle).toBeCloseTo((Math.atan2(30, 120 * Math.cos(Math.PI / 6)) * 180) / Math.PI, 6)
  expect(mapped?.center).toEqual({ x: expect.closeTo(100, 6), y: expect.closeTo(40, 6) })
  expect(mapped && mapped.width * mapped.height).toBeGreaterThan(2400)
})

test('of a rotated box whose centre is cut off, what can be seen becomes a polygon', () => {
  const shape: Shape = {
    ...LABEL,
    kind: 'rotated-box',
    box: { center: { x: 50, y: 40 }, width: 60, height: 20, angle: 30 },
  }

  const [cut] = mapShape(shape, translation(-60, 0), FRAME)

  expect(cut).toMatchObject({ ...LABEL, kind: 'polygon' })
  expect(cut && shapeBounds(cut).x0).toBe(0)
})

test('a rotated box that is slanted and slanted back is the rectangle that it was', () => {
  const box = { center: { x: 90, y: 40 }, width: 60, height: 20, angle: 130 }
  const there = mapTraced({ ...LABEL, kind: 'rotated-box', box }, scaling(0.5, 1), FRAME)

  const back = there.flatMap((shape) => mapTraced(shape, scaling(2, 1), FRAME)).map(settled)

  const closeTo = (value: number): number => expect.closeTo(value, 6)
  const near = { center: { x: closeTo(90), y: closeTo(40) }, width: closeTo(60), height: closeTo(20) }
  expect(back).toEqual([{ ...LABEL, kind: 'rotated-box', box: { ...near, angle: closeTo(130) } }])
})

test('a rotated box that an earlier frame cut is the smallest rectangle around the part that it left', () => {
  const box = { center: { x: 40, y: 40 }, width: 120, height: 20, angle: 30 }
  const quadrant = { width: 60, height: 60 }
  const cut = mapTraced({ ...LABEL, kind: 'rotated-box', box }, scaling(1, 1), quadrant)
  expect(cut.map(settled)).toMatchObject([{ kind: 'rotated-box', box: { width: 120, height: 20 } }])

  const [placed] = cut.flatMap((shape) => mapTraced(shape, translation(50, 0), FRAME)).map(settled)

  const visible = clipRings([rotatedBoxRing(box)], quadrant).map((ring) => mapRing(translation(50, 0), ring))
  expect(placed?.kind === 'rotated-box' && placed.box).toEqual(smallestBoxAround(visible, 30))
  expect(placed?.kind === 'rotated-box' && placed.box.width).toBeLessThan(90)
  expect(Object.keys(placed ?? {}).toSorted()).toEqual([...Object.keys(LABEL), 'box', 'kind'].toSorted())
})

test('a box that is turned and turned back is the box that it was, and never a box around a box', () => {
  const there = mapTraced(boxShape(60, 30, 120, 60), rotationAbout(30, CENTRE), FRAME)

  const back = there.flatMap((shape) => mapTraced(shape, rotationAbout(-30, CENTRE), FRAME)).map(settled)

  const closeTo = (value: number): number => expect.closeTo(value, 6)
  expect(back).toEqual([
    { ...boxShape(60, 30, 120, 60), box: { x0: closeTo(60), y0: closeTo(30), x1: closeTo(120), y1: closeTo(60) } },
  ])
})

test('the box around an object that was turned holds what the frame left of it, and no more', () => {
  const [turned] = mapShape(boxShape(80, 0, 120, 60), rotationAbout(45, CENTRE), FRAME)

  // Its left upper corner, at (121, 0.7), is in the frame, its right upper one is not: what it reached is not seen.
  const seen = ringsBounds(clipRings([mapRing(rotationAbout(45, CENTRE), [80, 0, 120, 0, 120, 60, 80, 60])], FRAME))
  expect(turned && boundsOf(turned)).toEqual(seen)
})

test('a line falls into the pieces that the frame shows, a point outside is dropped', () => {
  const line: Shape = { ...LABEL, kind: 'polyline', points: [10, 10, 10, 120, 90, 120, 90, 10] }
  const point: Shape = { ...LABEL, kind: 'point', at: { x: 30, y: 90 } }

  expect(mapShape(line, identity, FRAME)).toEqual([
    { ...line, points: [10, 10, 10, 100] },
    { ...line, points: [90, 100, 90, 10] },
  ])
  expect(mapShape(point, translation(5, 10), FRAME)).toEqual([{ ...point, at: { x: 35, y: 100 } }])
  expect(mapShape(point, translation(5, 11), FRAME)).toEqual([])
})

test('a mask is mapped pixel by pixel and cut at the frame', () => {
  const mask: Shape = { ...LABEL, kind: 'mask', tiles: maskOfRings([[10, 10, 30, 10, 30, 20, 10, 20]], FRAME) }

  const [doubled] = mapShape(mask, scaling(2, 2), FRAME)
  const [cut] = mapShape(mask, translation(-25, 0), FRAME)

  expect(doubled && [shapeArea(doubled), shapeBounds(doubled)]).toEqual([800, { x0: 20, y0: 20, x1: 60, y1: 40 }])
  expect(cut && [shapeArea(cut), shapeBounds(cut)]).toEqual([50, { x0: 0, y0: 10, x1: 5, y1: 20 }])
  expect(mapShape(mask, translation(-30, 0), FRAME)).toEqual([])
})

test('what is said of the whole image stays whatever happens to it', () => {
  const { id, classId, z, origin } = A1
  const whole: Shape = { id, classId, z, origin, kind: 'whole' }
  const text: Shape = { ...whole, kind: 'text', prompt: '', answer: 'A bay' }

  for (const shape of [whole, text]) expect(mapShape(shape, translation(900, 900), FRAME)).toEqual([shape])
})

function boundsAfter(shape: Shape, affine: Affine, frame: Size): number[] | undefined {
  const [rest] = mapShape(shape, affine, frame)
  if (rest === undefined) return undefined
  const { x0, y0, x1, y1 } = boundsOf(rest)
  return [x0, y0, x1, y1].map((value) => Math.round(value * 1000) / 1000)
}

/** The first ring is the outline, the others are holes. */
function areaOf(rings: readonly (readonly number[])[]): number {
  const areas = rings.map((ring) => shapeArea(polygonShape(ring)))
  return areas.reduce((sum, area, i) => (i === 0 ? sum + area : sum - area), 0)
}

test('a label keeps its group, its attributes and being a crowd in every image made of its own, and nothing else that was said of it', () => {
  const group = GroupId.parse('group00001')
  const attributes = { [AttributeId.parse('attr00001')]: 'red' }
  const marked: Shape = { ...A1, crowd: true, group, attributes, isLocked: true, isCarried: true }

  expect(mapShape(marked, mirrorX(200), FRAME)).toEqual([
    { ...A1, crowd: true, group, attributes, box: { x0: 120, y0: 10, x1: 180, y1: 50 } },
  ])
})
