import type { KeypointsShape, PlacedShape, PolygonShape } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { type Box, boxBetween } from '#common/geometry/box'
import { moveMask } from '#common/geometry/mask-spans'
import type { Rings } from '#common/geometry/polygon'
import { asRotatedBox, type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import {
  type Corner,
  distance,
  movedRings,
  nearestCorner,
  nearestEdge,
  nearestOpenEdge,
} from '#renderer/canvas/outline'
import { clampPoint, rounded } from './frame.ts'
import type { Pull, Side, ToolContext } from './tool.ts'
import { boxOf, isTurnable, placeOn, turnHandle } from './turn.ts'

/** The part of a shape that a press picked up. */
export type Grip =
  /** A handle of a box that is rotated by `angle` degrees. */
  | { readonly kind: 'handle'; readonly id: ShapeId; readonly x: Side; readonly y: Side; readonly angle: number }
  | { readonly kind: 'turn'; readonly id: ShapeId }
  | { readonly kind: 'corner'; readonly id: ShapeId; readonly corner: Corner }
  | { readonly kind: 'keypoint'; readonly id: ShapeId; readonly point: number }
  | { readonly kind: 'edge'; readonly id: ShapeId; readonly after: Corner; readonly at: ImagePoint }
  /** The selection as a whole. `stack` holds the shapes under the pointer, for a click that does not move. */
  | { readonly kind: 'selection'; readonly stack: readonly ShapeId[] }
  | { readonly kind: 'shapes'; readonly stack: readonly ShapeId[] }
  | { readonly kind: 'ground' }

const SIDES = [-1, 0, 1] as const satisfies readonly Side[]

/**
 * Returns the grip at a point. Order: rotation handle, keypoints, handles, vertices, edges, inside. Only a single
 * selected shape offers its parts.
 */
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
  return (
    shape &&
    ((context.canTurn ? turnAt(shape, point, context.scale) : undefined) ?? partOf(shape, point, context.scale))
  )
}

function turnAt(shape: PlacedShape, point: ImagePoint, scale: number): Grip | undefined {
  if (!isTurnable(shape)) return undefined
  const away = distance(point, turnHandle(boxOf(shape), scale))
  return away <= REACH.handle / scale ? { kind: 'turn', id: shape.id } : undefined
}

function partOf(shape: PlacedShape, point: ImagePoint, scale: number): Grip | undefined {
  switch (shape.kind) {
    case 'polygon':
      return cornerOrEdgeAt({ id: shape.id, rings: shape.rings, isClosed: true }, point, scale)
    case 'polyline':
      return cornerOrEdgeAt({ id: shape.id, rings: [shape.points], isClosed: false }, point, scale)
    case 'box':
      return handleAt({ id: shape.id, box: asRotatedBox(shape.box) }, point, scale)
    case 'rotated-box':
      return handleAt(shape, point, scale)
    case 'keypoints':
      return keypointAt(shape, point, scale) ?? handleAt({ id: shape.id, box: asRotatedBox(shape.box) }, point, scale)
    case 'point':
    case 'mask':
      return undefined
  }
}

function keypointAt({ id, points }: KeypointsShape, target: ImagePoint, scale: number): Grip | undefined {
  let best = REACH.handle / scale
  let found: Grip | undefined
  points.forEach((keypoint, point) => {
    const away = distance(keypoint, target)
    if (keypoint.visibility === 0 || away > best) return
    best = away
    found = { kind: 'keypoint', id, point }
  })
  return found
}

interface Boxed {
  readonly id: ShapeId
  readonly box: RotatedBox
}

function handleAt({ id, box }: Boxed, point: ImagePoint, scale: number): Grip | undefined {
  let best = REACH.handle / scale
  let found: Grip | undefined
  for (const x of SIDES) {
    for (const y of SIDES) {
      if (x === 0 && y === 0) continue
      const away = distance(point, placeOn(box, x, y))
      if (away > best) continue
      best = away
      found = { kind: 'handle', id, x, y, angle: box.angle }
    }
  }
  return found ?? edgeHandleAt({ id, box }, point, REACH.edge / scale)
}

/** Returns the side handle of a box at a point. The whole edge counts, not only its middle. */
function edgeHandleAt({ id, box }: Boxed, point: ImagePoint, reach: number): Grip | undefined {
  const edge = nearestEdge([rotatedBoxRing(box)], point, reach)
  const side = edge && BOX_EDGES[edge.after.point]
  return side && { kind: 'handle', id, ...side, angle: box.angle }
}

/** Edges of a box in the order of its ring: top, right, bottom, left. */
const BOX_EDGES = [
  { x: 0, y: -1 },
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
] as const

interface Outlined {
  readonly id: ShapeId
  readonly rings: Rings
  /** False for a line, which has no edge from its end to its start. */
  readonly isClosed: boolean
}

function cornerOrEdgeAt({ id, rings, isClosed }: Outlined, point: ImagePoint, scale: number): Grip | undefined {
  const corner = nearestCorner(rings, point, REACH.handle / scale)
  if (corner) return { kind: 'corner', id, corner }
  const edge = (isClosed ? nearestEdge : nearestOpenEdge)(rings, point, REACH.edge / scale)
  return edge && { kind: 'edge', id, after: edge.after, at: edge.at }
}

/**
 * Returns the box with a handle dragged. Shift keeps its proportions, Alt its center. It stays at least one pixel wide
 * and inside the image.
 */
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

/**
 * Returns the start of an interval of the new length: the side that is not dragged stays, or the center if there is
 * none.
 */
function placed({ low, high, length, side }: { low: number; high: number; length: number; side: Side }): number {
  if (side === 1) return low
  return side === -1 ? high - length : (low + high - length) / 2
}

/** Keeps the proportions; the larger change decides. */
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

const EVERYWHERE: Size = { width: Infinity, height: Infinity }

/** Moves a shape as a whole, and a mask by whole pixels. The caller keeps it inside the image. */
export function movedShape(shape: PlacedShape, by: { readonly x: number; readonly y: number }): PlacedShape {
  switch (shape.kind) {
    case 'polygon':
      return { ...shape, ...movedPolygon(shape, by) }
    case 'box':
      return { ...shape, box: movedBox(shape.box, by) }
    case 'rotated-box': {
      const { x, y } = shape.box.center
      return { ...shape, box: { ...shape.box, center: { x: rounded(x + by.x), y: rounded(y + by.y) } } }
    }
    case 'polyline':
      return { ...shape, points: movedRings([shape.points], by.x, by.y).flat().map(rounded) }
    case 'point':
      return { ...shape, at: { x: rounded(shape.at.x + by.x), y: rounded(shape.at.y + by.y) } }
    case 'mask': {
      const whole = { x: Math.round(by.x), y: Math.round(by.y) }
      return { ...shape, tiles: moveMask(shape.tiles, whole, EVERYWHERE) }
    }
    case 'keypoints':
      return { ...shape, box: movedBox(shape.box, by), points: shape.points.map((point) => movedPoint(point, by)) }
  }
}

/** Moves a polygon together with its outline before simplification. */
function movedPolygon({ rings, drawn }: PolygonShape, by: { readonly x: number; readonly y: number }) {
  const moved = (outline: Rings) => movedRings(outline, by.x, by.y).map((ring) => ring.map(rounded))
  return { rings: moved(rings), ...(drawn && { drawn: { ...drawn, rings: moved(drawn.rings) } }) }
}

function movedBox({ x0, y0, x1, y1 }: Box, { x, y }: { readonly x: number; readonly y: number }): Box {
  return { x0: rounded(x0 + x), y0: rounded(y0 + y), x1: rounded(x1 + x), y1: rounded(y1 + y) }
}

function movedPoint(point: Keypoint, { x, y }: { readonly x: number; readonly y: number }): Keypoint {
  return point.visibility === 0 ? point : { ...point, x: rounded(point.x + x), y: rounded(point.y + y) }
}

/** Moves a keypoint of an object; its box grows to contain it. */
export function pulledKeypoint(
  shape: KeypointsShape,
  point: number,
  { pull: { from, to }, frame }: { pull: Pull; frame: Size },
): KeypointsShape {
  const before = shape.points[point]
  if (!before) return shape
  const { x, y } = clampPoint(imagePoint(before.x + to.x - from.x, before.y + to.y - from.y), frame)
  return { ...shape, points: shape.points.with(point, { ...before, x, y }), box: boxWith(shape.box, x, y) }
}

function boxWith({ x0, y0, x1, y1 }: Box, x: number, y: number): Box {
  return { x0: Math.min(x0, x), y0: Math.min(y0, y), x1: Math.max(x1, x), y1: Math.max(y1, y) }
}

/** Toggles a keypoint between visible and hidden. */
export function turnedKeypoint(shape: KeypointsShape, point: number): KeypointsShape {
  const before = shape.points[point]
  if (!before || before.visibility === 0) return shape
  return { ...shape, points: shape.points.with(point, { ...before, visibility: before.visibility === 2 ? 1 : 2 }) }
}
