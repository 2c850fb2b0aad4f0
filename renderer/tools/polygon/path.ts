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

/** A chain of points under way. `taken` was taken back and can be put again, last gesture first. */
export interface Path {
  /** Flat list x0, y0, x1, y1, … */
  readonly points: readonly number[]
  /** How long the list was before each gesture that added to it: a trace is taken back as a whole. */
  readonly starts: readonly number[]
  /** Where the next point would be set. */
  readonly to: ImagePoint
  readonly taken: readonly (readonly number[])[]
  /** A trace is under way: how long the list was when it began. */
  readonly tracedFrom: number | undefined
  /** The next press copies the border of a neighbour. */
  readonly follow: Follow | undefined
  /** It takes the place of a part of a polygon. */
  readonly redraw: Redraw | undefined
}

/** At rest `over` is the polygon of which a press on its outline begins to redraw a part. */
export type PathState = { readonly at: 'idle'; readonly over?: ShapeId } | ({ readonly at: 'drawing' } & Path)
export type DrawnPath = Extract<PathState, { at: 'drawing' }>

export const IDLE_PATH: PathState = { at: 'idle' }

/** Further events of path tools: to copy the border of a neighbour or not, and to take the other of two ways. */
export interface PathEvent {
  readonly type: 'follow' | 'flip'
}

export function isPathEvent(event: { readonly type: string }): event is PathEvent {
  return event.type === 'follow' || event.type === 'flip'
}

/** View pixels between the points of a trace, and by how much its line may be straightened when it ends. */
const SAMPLE = 4
const STRAIGHTEN = 1

/** Degrees between the directions that Ctrl leaves. */
const STEP = 45

export function startedPath({ at: point, shift, alt }: PressEvent, context: ToolContext): DrawnPath {
  const { x, y } = placedPoint(point, context, { alt })
  const path = { points: [x, y], starts: [0], to: point, taken: [], follow: undefined, redraw: undefined }
  return { at: 'drawing', ...path, tracedFrom: shift ? 2 : undefined }
}

/** A press sets a point; with Shift a trace goes on from there. One on the last point sets none. */
export function pressedPath(state: DrawnPath, event: PressEvent, context: ToolContext): DrawnPath {
  const path = straightened(state, context)
  const copied = path.follow && pointsAhead({ ...path, to: event.at }, context)
  if (copied) return { ...extended(path, copied), to: event.at, follow: undefined }
  const point = aimed(path, event, context)
  const isAgain = distance(point, lastPoint(path)) * context.scale < 1
  const next = isAgain ? path : extended(path, [point.x, point.y])
  return { ...next, to: event.at, tracedFrom: event.shift ? next.points.length : undefined }
}

/** Applies events to a path, except presses; `enter` and `cancel` are the tool's own. */
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

/** With Shift held the pointer leaves points behind it; let go, they become a line of as few as it needs. */
function movedPath(state: DrawnPath, event: Modifiers & { readonly at: ImagePoint }, context: ToolContext): DrawnPath {
  if (state.follow) return { ...state, to: clampPoint(event.at, context.frame) }
  if (!event.shift) return { ...straightened(state, context), to: aimed(state, event, context) }
  const tracedFrom = state.tracedFrom ?? state.points.length
  const point = clampPoint(event.at, context.frame)
  const path = { ...state, to: event.at, tracedFrom }
  return distance(point, lastPoint(state)) * context.scale < SAMPLE ? path : traced(path, point, tracedFrom)
}

/** A trace under way is over: it reaches to where the pointer was, by as few points as it needs. */
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

/** In the image, on what pulls it; with Ctrl in one of eight directions from the last point. */
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

/** How far it is to the border of the image: cut there, a direction stays the one it is. */
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

/** Following starts where the last point lies on a vertex of a neighbour, and ends with the next press. */
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

/** Points that a press would add now: the border of a neighbour up to its vertex nearest to the pointer, or one point. */
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

/** The points that show a disc: those of a trace under way would be a string of pearls. */
export function markedPoints({ points, tracedFrom }: Path): readonly number[] {
  return tracedFrom === undefined ? points : points.slice(0, tracedFrom)
}

/** How many points are set. */
export function pathLength(state: PathState): number {
  return state.at === 'drawing' ? state.points.length / 2 : 0
}
