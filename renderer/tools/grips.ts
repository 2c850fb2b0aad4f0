import type { PlacedShape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { type Box, boxBetween, boxRing } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import {
  type Corner,
  cornerAt,
  distance,
  movedRings,
  nearestCorner,
  nearestEdge,
  withCorner,
  withInserted,
} from '#renderer/canvas/outline'
import { clampPoint, rounded } from './frame.ts'
import type { Modifiers, ToolContext } from './tool.ts'

/** A side of a box: −1 the near one (left, top), 1 the far one, 0 neither. */
export type Side = -1 | 0 | 1

/** What a press took hold of. */
export type Grip =
  | { readonly kind: 'handle'; readonly id: ShapeId; readonly x: Side; readonly y: Side }
  | { readonly kind: 'corner'; readonly id: ShapeId; readonly corner: Corner }
  | { readonly kind: 'edge'; readonly id: ShapeId; readonly after: Corner; readonly at: ImagePoint }
  /** The selection as a whole; `stack` are the shapes under the pointer, for a click that does not move. */
  | { readonly kind: 'selection'; readonly stack: readonly ShapeId[] }
  | { readonly kind: 'shapes'; readonly stack: readonly ShapeId[] }
  | { readonly kind: 'ground' }

const SIDES = [-1, 0, 1] as const satisfies readonly Side[]

/** Handles before vertices before edges before the inside; only one selected shape offers its parts. */
export function gripAt(point: ImagePoint, context: ToolContext): Grip {
  const part = partAt(point, context)
  if (part) return part
  const stack = context.under(point, REACH.edge / context.scale)
  if (stack.some((id) => context.selection.includes(id))) return { kind: 'selection', stack }
  return stack.length > 0 ? { kind: 'shapes', stack } : { kind: 'ground' }
}

function partAt(point: ImagePoint, context: ToolContext): Grip | undefined {
  const [id, ...others] = context.selection
  const shape = id === undefined || others.length > 0 ? undefined : context.shape(id)
  if (!shape) return undefined
  return shape.kind === 'polygon' ? cornerOrEdgeAt(shape, point, context.scale) : handleAt(shape, point, context.scale)
}

function handleAt({ id, box }: Extract<PlacedShape, { box: Box }>, point: ImagePoint, scale: number): Grip | undefined {
  let best = REACH.handle / scale
  let found: Grip | undefined
  for (const x of SIDES) {
    for (const y of SIDES) {
      if (x === 0 && y === 0) continue
      const away = distance(point, handlePoint(box, x, y))
      if (away > best) continue
      best = away
      found = { kind: 'handle', id, x, y }
    }
  }
  return found ?? edgeHandleAt({ id, box }, point, REACH.edge / scale)
}

/** The whole edge answers, not only its middle. */
function edgeHandleAt({ id, box }: { id: ShapeId; box: Box }, point: ImagePoint, reach: number): Grip | undefined {
  const edge = nearestEdge([boxRing(box)], point, reach)
  const side = edge && BOX_EDGES[edge.after.point]
  return side && { kind: 'handle', id, ...side }
}

/** The edges of a box in the order of its ring: top, right, bottom, left. */
const BOX_EDGES = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
] as const

function handlePoint({ x0, y0, x1, y1 }: Box, x: Side, y: Side): ImagePoint {
  return imagePoint(x0 + ((x + 1) / 2) * (x1 - x0), y0 + ((y + 1) / 2) * (y1 - y0))
}

function cornerOrEdgeAt(
  { id, rings }: Extract<PlacedShape, { kind: 'polygon' }>,
  point: ImagePoint,
  scale: number,
): Grip | undefined {
  const corner = nearestCorner(rings, point, REACH.handle / scale)
  if (corner) return { kind: 'corner', id, corner }
  const edge = nearestEdge(rings, point, REACH.edge / scale)
  return edge && { kind: 'edge', id, after: edge.after, at: edge.at }
}

export interface Pull {
  readonly from: ImagePoint
  readonly to: ImagePoint
  readonly keys: Modifiers
}

/** The box with a handle pulled: Shift keeps its proportions, Alt its middle. Never thinner than a pixel, never outside. */
export function resizedBox(
  box: Box,
  { x, y }: { readonly x: Side; readonly y: Side },
  { pull, frame }: { pull: Pull; frame: Size },
): Box {
  const { from, to, keys } = pull
  const growth = keys.alt ? 2 : 1
  const width = box.x1 - box.x0 + x * (to.x - from.x) * growth
  const height = box.y1 - box.y0 + y * (to.y - from.y) * growth
  const size = keys.shift ? proportional(box, { width, height }, { x, y }) : { width, height }
  const first = imagePoint(
    placed({ low: box.x0, high: box.x1, length: size.width, side: keys.alt ? 0 : x }),
    placed({ low: box.y0, high: box.y1, length: size.height, side: keys.alt ? 0 : y }),
  )
  const second = imagePoint(first.x + size.width, first.y + size.height)
  return atLeastAPixel(boxBetween(clampPoint(first, frame), clampPoint(second, frame)), frame)
}

/** Where a stretch of the new length starts when the side that is not pulled stays; with no side, when its middle does. */
function placed({ low, high, length, side }: { low: number; high: number; length: number; side: Side }): number {
  if (side === 1) return low
  return side === -1 ? high - length : (low + high - length) / 2
}

/** The larger change leads. */
function proportional(box: Box, size: Size, { x, y }: { x: Side; y: Side }): Size {
  const [width, height] = [box.x1 - box.x0, box.y1 - box.y0]
  const [byX, byY] = [size.width / width, size.height / height]
  const factor = y === 0 || (x !== 0 && Math.abs(byX - 1) > Math.abs(byY - 1)) ? byX : byY
  return { width: width * factor, height: height * factor }
}

function atLeastAPixel({ x0, y0, x1, y1 }: Box, { width, height }: Size): Box {
  const [left, top] = [Math.min(x0, width - 1), Math.min(y0, height - 1)]
  return { x0: left, y0: top, x1: Math.max(x1, left + 1), y1: Math.max(y1, top + 1) }
}

/** The shape moved as a whole. */
export function movedShape(shape: PlacedShape, by: { readonly x: number; readonly y: number }): PlacedShape {
  switch (shape.kind) {
    case 'polygon':
      return { ...shape, rings: movedRings(shape.rings, by.x, by.y).map((ring) => ring.map(rounded)) }
    case 'box':
      return { ...shape, box: movedBox(shape.box, by) }
    case 'keypoints':
      return { ...shape, box: movedBox(shape.box, by), points: shape.points.map((point) => movedPoint(point, by)) }
  }
}

function movedBox({ x0, y0, x1, y1 }: Box, { x, y }: { readonly x: number; readonly y: number }): Box {
  return { x0: rounded(x0 + x), y0: rounded(y0 + y), x1: rounded(x1 + x), y1: rounded(y1 + y) }
}

function movedPoint(point: Keypoint, { x, y }: { readonly x: number; readonly y: number }): Keypoint {
  return point.visibility === 0 ? point : { ...point, x: rounded(point.x + x), y: rounded(point.y + y) }
}

export function pulledCorner(
  rings: Rings,
  corner: Corner,
  { pull: { from, to }, frame }: { pull: Pull; frame: Size },
): Rings {
  const place = cornerAt(rings, corner) ?? from
  return withCorner(rings, corner, clampPoint(imagePoint(place.x + to.x - from.x, place.y + to.y - from.y), frame))
}

export function pulledEdge(rings: Rings, after: Corner, { pull: { to }, frame }: { pull: Pull; frame: Size }): Rings {
  return withInserted(rings, after, clampPoint(to, frame))
}
