import { at } from '#common/geometry/polygon'
import { simplifyLine } from '#common/geometry/simplify'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { distance } from '#renderer/canvas/outline'
import { clampPoint } from '../frame.ts'
import { placedPoint } from '../snap/snap.ts'
import type { Modifiers, PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'
import { canFollow, type Follow, followed } from './follow.ts'
import type { Redraw } from './redraw.ts'

/** An unfinished chain of points. `taken` holds undone points, last gesture first. */
export interface Path {
  /** Flat list x0, y0, x1, y1, … */
  readonly points: readonly number[]
  /** Length of the list before each gesture that added to it: a trace is undone as a whole. */
  readonly starts: readonly number[]
  /** Position of the next point. */
  readonly to: ImagePoint
  readonly taken: readonly (readonly number[])[]
  /** Length of the list when the current trace began. */
  readonly tracedFrom: number | undefined
  /** The border of a neighbor that the next press copies. */
  readonly follow: Follow | undefined
  /** The part of a polygon that the path replaces. */
  readonly redraw: Redraw | undefined
}

/** At rest, `over` is the selected polygon. A press on its outline starts to redraw a part of it. */
export type PathState = { readonly at: 'idle'; readonly over?: ShapeId } | ({ readonly at: 'drawing' } & Path)
export type DrawnPath = Extract<PathState, { at: 'drawing' }>

export const IDLE_PATH: PathState = { at: 'idle' }

/** Events of path tools: toggle border following, and switch to the other way. */
export interface PathEvent {
  readonly type: 'follow' | 'flip'
}

export function isPathEvent(event: { readonly type: string }): event is PathEvent {
  return event.type === 'follow' || event.type === 'flip'
}

/** View pixels between points of a trace, and the tolerance for simplifying it when it ends. */
const SAMPLE = 4
const STRAIGHTEN = 1

/** Ctrl limits the direction to multiples of this, in degrees. */
const STEP = 45

export function startedPath({ at: point, shift, alt }: PressEvent, context: ToolContext): DrawnPath {
  const { x, y } = placedPoint(point, context, { alt })
  const path = { points: [x, y], starts: [0], to: point, taken: [], follow: undefined, redraw: undefined }
  return { at: 'drawing', ...path, tracedFrom: shift ? 2 : undefined }
}

/** Adds the point of a press; with Shift a trace continues from there. A press on the last point adds none. */
export function pressedPath(state: DrawnPath, event: PressEvent, context: ToolContext): DrawnPath {
  const path = straightened(state, context)
  const copied = path.follow && pointsAhead({ ...path, to: event.at }, context)
  if (copied) return { ...extended(path, copied), to: event.at, follow: undefined }
  const point = aimed(path, event, context)
  const isAgain = distance(point, lastPoint(path)) * context.scale < 1
  const next = isAgain ? path : extended(path, [point.x, point.y])
  return { ...next, to: event.at, tracedFrom: event.shift ? next.points.length : undefined }
}

/** Applies all events except presses. `enter` and `cancel` belong to the tool. */
export function steppedPath(state: DrawnPath, event: ToolEvent, context: ToolContext): PathState {
  switch (event.type) {
    case 'move':
      return movedPath(state, event, context)
    case 'up':
      return straightened(state, context)
    case 'back':
      return tookBack(straightened(state, context))
    case 'again':
      return putAgain(state)
    case 'cancel':
      return IDLE_PATH
    case 'down':
    case 'enter':
    case 'nudge':
    case 'settle':
      return state
  }
}

/** While Shift is held, the pointer leaves points; when it is released, they are simplified. */
function movedPath(state: DrawnPath, event: Modifiers & { readonly at: ImagePoint }, context: ToolContext): DrawnPath {
  if (state.follow) return { ...state, to: clampPoint(event.at, context.frame) }
  if (!event.shift) return { ...straightened(state, context), to: aimed(state, event, context) }
  const tracedFrom = state.tracedFrom ?? state.points.length
  const point = clampPoint(event.at, context.frame)
  const path = { ...state, to: event.at, tracedFrom }
  return distance(point, lastPoint(state)) * context.scale < SAMPLE ? path : traced(path, point, tracedFrom)
}

/** Ends a trace at the last position of the pointer, and simplifies it. */
export function straightened(state: DrawnPath, context: ToolContext): DrawnPath {
  const { tracedFrom } = state
  if (tracedFrom === undefined) return state
  const end = clampPoint(state.to, context.frame)
  const path = distance(end, lastPoint(state)) * context.scale < 1 ? state : traced(state, end, tracedFrom)
  // The trace begins at the point before it.
  const start = Math.max(0, tracedFrom - 2)
  const line = simplifyLine(path.points.slice(start), STRAIGHTEN / context.scale)
  return { ...path, points: [...path.points.slice(0, start), ...line], tracedFrom: undefined }
}

/** All points of a trace are one gesture. */
function traced(state: DrawnPath, { x, y }: ImagePoint, tracedFrom: number): DrawnPath {
  const starts = state.points.length === tracedFrom ? [...state.starts, tracedFrom] : state.starts
  return { ...state, points: [...state.points, x, y], starts, taken: [] }
}

/** Returns the target inside the image, snapped; with Ctrl in one of eight directions from the last point. */
function aimed(
  path: Path,
  { at: point, ctrl, alt }: Modifiers & { readonly at: ImagePoint },
  context: ToolContext,
): ImagePoint {
  if (!ctrl) return placedPoint(point, context, { alt })
  const { frame } = context
  const from = lastPoint(path)
  const [dx, dy] = [point.x - from.x, point.y - from.y]
  const turn = (Math.round((Math.atan2(dy, dx) * 180) / Math.PI / STEP) * STEP * Math.PI) / 180
  const [ux, uy] = [Math.cos(turn), Math.sin(turn)]
  const along = Math.min(dx * ux + dy * uy, roomAlong(from, { x: ux, y: uy }, frame))
  return clampPoint(imagePoint(from.x + along * ux, from.y + along * uy), frame)
}

/**
 * Returns the distance to the border of the image along a direction, so that clamping does not change the direction.
 */
function roomAlong(
  from: ImagePoint,
  to: { readonly x: number; readonly y: number },
  { width, height }: ToolContext['frame'],
): number {
  const room = (place: number, way: number, length: number) =>
    Math.abs(way) < 1e-9 ? Infinity : ((way > 0 ? length : 0) - place) / way
  return Math.min(room(from.x, to.x, width), room(from.y, to.y, height))
}

function extended(state: DrawnPath, points: readonly number[]): DrawnPath {
  return { ...state, points: [...state.points, ...points], starts: [...state.starts, state.points.length], taken: [] }
}

function tookBack(state: DrawnPath): PathState {
  const start = state.starts.at(-1) ?? 0
  if (start === 0) return IDLE_PATH
  const taken = [state.points.slice(start), ...state.taken]
  return { ...state, points: state.points.slice(0, start), starts: state.starts.slice(0, -1), taken, follow: undefined }
}

function putAgain(state: DrawnPath): DrawnPath {
  const [next, ...taken] = state.taken
  return next ? { ...extended(state, next), taken } : state
}

/**
 * Handles the keys for following. It starts if the last point is on a vertex of a neighbor, and ends with the next
 * press.
 */
export function steppedByKey(state: PathState, { type }: PathEvent, context: ToolContext): Step<PathState> {
  if (state.at === 'idle') return { state }
  if (type === 'flip') return { state: flipped(state) }
  if (state.follow) return { state: { ...state, follow: undefined } }
  if (!canFollow(lastPoint(state), context)) return { state, refusal: 'no-neighbour' }
  return { state: { ...state, follow: { isFlipped: false } } }
}

function flipped(state: DrawnPath): DrawnPath {
  const { follow, redraw } = state
  if (follow) return { ...state, follow: { isFlipped: !follow.isFlipped } }
  return redraw ? { ...state, redraw: { ...redraw, isFlipped: !redraw.isFlipped } } : state
}

/**
 * Returns the points that a press would add: the border of a neighbor up to its vertex nearest to the pointer, or one
 * point.
 */
export function pointsAhead(state: DrawnPath, context: ToolContext): readonly number[] {
  const { follow, to } = state
  const copied = follow && followed({ ...follow, from: lastPoint(state), to }, context)
  const { x, y } = clampPoint(to, context.frame)
  return copied ?? [x, y]
}

export function firstPoint({ points }: Path): ImagePoint {
  return imagePoint(at(points, 0), at(points, 1))
}

export function lastPoint({ points }: Path): ImagePoint {
  return imagePoint(at(points, points.length - 2), at(points, points.length - 1))
}

/** Returns the points to mark with a disc, without those of the current trace, which are too dense. */
export function markedPoints({ points, tracedFrom }: Path): readonly number[] {
  return tracedFrom === undefined ? points : points.slice(0, tracedFrom)
}

/** Returns the number of placed points. */
export function pathLength(state: PathState): number {
  return state.at === 'drawing' ? state.points.length / 2 : 0
}
