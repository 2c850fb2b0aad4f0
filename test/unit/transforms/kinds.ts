import sharp from 'sharp'
import { isPlaced, type Shape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import { maskOfRings } from '#common/geometry/mask-forms'
import { ringsContain } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { ClassId, ImageId, ShapeId } from '#common/ids'
import type { RenderedImage, RenderSource } from '#core/versions/ports'
import { boundsOf } from '#test/kit/placed'
import { boxShape, disagreements, paintedBounds, polygonShape, ringsOf, save, write } from './marked-image.ts'

/** The images that stand for each kind of label, all of one size. */
export const FRAME = { width: 100, height: 60 }

/** How a step treats what it moves. */
export interface Treatment {
  /** Upright edges do not stay upright, so that a box is wider than its pixels. */
  readonly isSlanting?: boolean
  /** Right angles do not stay right, so that a rotated box is wider than its pixels. */
  readonly isUneven?: boolean
  /** Only what lies in the box of an object moves, and is cut at it. */
  readonly isInBox?: boolean
  /** Where nothing moves to, the old pixels stay. */
  readonly keepsOld?: boolean
}

/** A kind of label, an image that is painted with one, and how the two are compared. */
export interface Kind {
  readonly name: string
  readonly shapes: readonly Shape[]
  source(): Promise<RenderSource>
  /** Where image and labels say different things by more than a pixel. */
  faults(made: RenderedImage, treatment: Treatment): Promise<readonly string[]>
}

const common = { id: ShapeId.parse('shapeAAAA'), classId: ClassId.parse('classAAAA'), z: 0, origin: 'hand' } as const

const RINGS = [
  [26, 12, 74, 12, 74, 48, 26, 48],
  [40, 22, 40, 38, 60, 38, 60, 22],
]
const mask: Shape = { ...common, kind: 'mask', tiles: maskOfRings(RINGS, FRAME) }

const turned: Shape = {
  ...common,
  kind: 'rotated-box',
  box: { center: { x: 51, y: 31 }, width: 36, height: 24, angle: 40 },
}

/** Each is painted in a color of its own. */
const POINTS: readonly Keypoint[] = [
  { x: 43.5, y: 25.5, visibility: 2 },
  { x: 57.5, y: 28.5, visibility: 2 },
  { x: 49.5, y: 36.5, visibility: 1 },
]
const RADIUS = 2

const person: Shape = {
  id: ShapeId.parse('shapeKEY1'),
  classId: ClassId.parse('classAAAA'),
  z: 0,
  origin: 'hand',
  kind: 'keypoints',
  box: { x0: 24, y0: 12, x1: 76, y1: 49 },
  points: POINTS,
}

export const KINDS: readonly Kind[] = [
  outlined('a box', boxShape(40, 22, 60, 38)),
  outlined('a polygon', polygonShape(30, 16, 70, 16, 70, 30, 50, 30, 50, 44, 30, 44)),
  outlined('a mask with a hole', mask),
  outlined('an oriented box', turned),
  { name: 'keypoints', shapes: [person], source: once(paintedPoints), faults: pointFaults },
]

/** An image without labels, to stand beside others. */
export async function blank(size: Size, id: string): Promise<RenderSource> {
  const image = sharp({ create: { ...size, channels: 3, background: '#6e6e6e' } })
  return { imageId: ImageId.parse(id), path: await save(image, 'png'), ...size, shapes: [] }
}

function outlined(name: string, shape: Shape): Kind {
  const shapes = [shape]
  return {
    name,
    shapes,
    source: once(async () => {
      const path = await write({ ...FRAME, shapes, ink: 255, orientation: 1 })
      return { imageId: ImageId.parse('imageAAAA1'), path, ...FRAME, shapes }
    }),
    async faults(made, { isSlanting = false, isUneven = false, keepsOld = false }) {
      if (shape.kind === 'box' && isSlanting) return boundFaults(made)
      const all = await disagreements(made, 255)
      const isWider = shape.kind === 'rotated-box' && isUneven
      const found = isWider ? all.filter((fault) => fault.endsWith('unlabelled')) : all
      return keepsOld ? found.filter((fault) => !wasPaintedBefore(fault, shape)) : found
    },
  }
}

/** Makes a value at its first use and keeps it: painted images do not change. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

/** Old pixels that stay are painted without belonging to the outline any more. */
function wasPaintedBefore(fault: string, shape: Shape): boolean {
  const [place = '', word] = fault.split(' ')
  const [x = 0, y = 0] = place.split(',').map(Number)
  return word === 'unlabelled' && ringsContain(ringsOf(shape), { x: x + 0.5, y: y + 0.5 })
}

async function boundFaults(made: RenderedImage): Promise<readonly string[]> {
  const painted = await paintedBounds(made, 255)
  const [label] = made.shapes.map(boundsOf)
  const edges = ['x0', 'y0', 'x1', 'y1'] as const
  return edges
    .filter((edge) => Math.abs((label?.[edge] ?? Infinity) - painted[edge]) > 1)
    .map((edge) => `${edge} is ${label?.[edge]}, painted at ${painted[edge]}`)
}

async function paintedPoints(): Promise<RenderSource> {
  const { width, height } = FRAME
  const data = Buffer.alloc(width * height * 3, 110)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const dot = dotAt((pixel % width) + 0.5, Math.floor(pixel / width) + 0.5)
    if (dot >= 0) data.set([20, 20, 20].with(dot, 255), pixel * 3)
  }
  const path = await save(sharp(data, { raw: { width, height, channels: 3 } }), 'png')
  return { imageId: ImageId.parse('imageAAAA1'), path, ...FRAME, shapes: [person] }
}

function dotAt(column: number, row: number): number {
  return POINTS.findIndex(({ x, y }) => Math.abs(column - x) <= RADIUS && Math.abs(row - y) <= RADIUS)
}

/** Every point lies in the middle of its dot, and a dot without a point is cut by an edge at least. */
async function pointFaults(
  { encoded: jpeg, shapes, width, height }: RenderedImage,
  { isInBox = false }: Treatment,
): Promise<readonly string[]> {
  const points = shapes.flatMap((shape) => (isPlaced(shape) && shape.kind === 'keypoints' ? shape.points : []))
  const shown = isInBox ? boundsOf(person) : { x0: 0, y0: 0, x1: width, y1: height }
  const dots = await findDots(jpeg)
  return [...dots.entries()].flatMap(([place, dot]) => {
    const point = points[place]
    const hasPlace = point !== undefined && point.visibility > 0
    if (dot === undefined) {
      const isHidden = !hasPlace || isNearEdge({ x0: point.x, y0: point.y, x1: point.x, y1: point.y }, shown)
      return isHidden ? [] : [`point ${place} at ${point.x},${point.y} is not painted`]
    }
    if (isNearEdge(dot, shown)) return []
    if (!hasPlace) return [`the dot ${place} at ${dot.x},${dot.y} has no point`]
    const gap = Math.hypot(point.x - dot.x, point.y - dot.y)
    return gap > 1 ? [`point ${place} is ${gap.toFixed(2)} pixels from its dot`] : []
  })
}

/** Two pixels, since the colors of a JPEG are half as fine as its brightness. */
const MARGIN = 2

function isNearEdge({ x0, y0, x1, y1 }: Box, shown: Box) {
  return x0 < shown.x0 + MARGIN || y0 < shown.y0 + MARGIN || x1 > shown.x1 - MARGIN || y1 > shown.y1 - MARGIN
}

interface Dot extends Box {
  readonly x: number
  readonly y: number
}

/** The dot of each color: where it weighs and how far it reaches. */
async function findDots(jpeg: Uint8Array): Promise<readonly (Dot | undefined)[]> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true })
  return [...POINTS.keys()].map((channel) => {
    const sums = { x: 0, y: 0, paint: 0, x0: Infinity, y0: Infinity, x1: 0, y1: 0 }
    for (let pixel = 0; pixel < info.width * info.height; pixel += 1) {
      const valueOf = (each: number) => data[pixel * 3 + (each % 3)] ?? 0
      const paint = valueOf(channel) - Math.max(valueOf(channel + 1), valueOf(channel + 2)) - 60
      if (paint <= 0) continue
      const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)]
      sums.x += paint * (x + 0.5)
      sums.y += paint * (y + 0.5)
      sums.paint += paint
      sums.x0 = Math.min(sums.x0, x)
      sums.y0 = Math.min(sums.y0, y)
      sums.x1 = Math.max(sums.x1, x + 1)
      sums.y1 = Math.max(sums.y1, y + 1)
    }
    const { x, y, paint, ...reach } = sums
    return paint === 0 ? undefined : { ...reach, x: x / paint, y: y / paint }
  })
}
