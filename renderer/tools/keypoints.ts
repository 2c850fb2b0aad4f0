import type { Keypoint, Skeleton, Visibility } from '#common/annotation/skeleton'
import type { Box } from '#common/geometry/box'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { t } from '#renderer/words/words'
import { clampPoint } from './frame.ts'
import { type Outline, type PressEvent, SMALLEST, type Step, type ToolContext, type ToolEvent } from './tool.ts'

/**
 * Keypoints of an object are placed one by one, in the order of the skeleton. `taken` holds undone points, last one
 * first.
 */
export type KeypointsState =
  | { readonly at: 'idle' }
  | {
      readonly at: 'placing'
      readonly points: readonly Keypoint[]
      /** Position of the pointer, once it is known. */
      readonly to: ImagePoint | undefined
      readonly taken: readonly Keypoint[]
    }

type Placing = Extract<KeypointsState, { at: 'placing' }>

export const IDLE_KEYPOINTS: KeypointsState = { at: 'idle' }

/** A point that is not placed. */
const NOWHERE: Keypoint = { x: 0, y: 0, visibility: 0 }

/** Margin between the outer points and the box: a fraction of its longer side, at least some image pixels. */
const MARGIN = { share: 0.1, least: 4 } as const

/** Skips the next point. */
export interface SkipEvent {
  readonly type: 'skip'
}

export type KeypointsEvent = ToolEvent | SkipEvent

export function stepKeypoints(
  state: KeypointsState,
  event: KeypointsEvent,
  context: ToolContext,
): Step<KeypointsState> {
  const { skeleton, frame } = context
  if (!skeleton) return { state: event.type === 'cancel' ? IDLE_KEYPOINTS : state }
  const objects = { skeleton, frame }
  if (event.type === 'down') return isSlip(state, event, context.scale) ? { state } : placed(state, event, objects)
  if (event.type === 'skip') return withPoint(startedAt(state, undefined), NOWHERE, objects)
  return state.at === 'idle' ? { state } : stepPlacing(state, event, objects)
}

function stepPlacing(state: Placing, event: Exclude<ToolEvent, PressEvent>, objects: Objects): Step<KeypointsState> {
  switch (event.type) {
    case 'move':
      return { state: { ...state, to: event.at } }
    case 'enter':
      return state.points.some(hasPlace) ? finished(state, objects) : { state }
    case 'back':
      return { state: tookBack(state) }
    case 'again':
      return putAgain(state, objects)
    case 'cancel':
      return { state: IDLE_KEYPOINTS }
    case 'up':
    case 'nudge':
    case 'settle':
      return { state }
  }
}

interface Objects {
  readonly skeleton: Skeleton
  readonly frame: Size
}

/** Returns whether a press is the second one of a double click, which neither places a point nor starts an object. */
function isSlip(state: KeypointsState, { at, clicks }: PressEvent, scale: number): boolean {
  if (clicks === 1) return false
  const last = state.at === 'idle' ? undefined : state.points.at(-1)
  return last === undefined || (hasPlace(last) && distance(last, at) * scale < REACH.drag)
}

function placed(state: KeypointsState, { at, button, alt }: PressEvent, objects: Objects): Step<KeypointsState> {
  const { x, y } = clampPoint(at, objects.frame)
  const visibility: Visibility = button === 'second' || alt ? 1 : 2
  return withPoint(startedAt(state, at), { x, y, visibility }, objects)
}

function startedAt(state: KeypointsState, to: ImagePoint | undefined): Placing {
  return state.at === 'placing' ? state : { at: 'placing', points: [], to, taken: [] }
}

/** Adds a point. The last one finishes the object. */
function withPoint(state: Placing, point: Keypoint, objects: Objects): Step<KeypointsState> {
  const next: Placing = { ...state, points: [...state.points, point], taken: [] }
  return next.points.length < objects.skeleton.points.length ? { state: next } : finished(next, objects)
}

/** Finishes the object; the remaining points are not placed. Without any placed point there is no object. */
function finished({ points }: Placing, { skeleton, frame }: Objects): Step<KeypointsState> {
  const all = skeleton.points.map((_, place) => points[place] ?? NOWHERE)
  const box = boxAround(all.filter(hasPlace), frame)
  if (!box) return { state: IDLE_KEYPOINTS }
  const outline: Outline = { kind: 'keypoints', box: box.withMargin, points: all }
  if (box.isSlip) return { state: IDLE_KEYPOINTS, tooSmall: outline }
  return { state: IDLE_KEYPOINTS, commit: { kind: 'draw', outline, origin: 'hand' } }
}

function tookBack(state: Placing): KeypointsState {
  const last = state.points.at(-1)
  if (last === undefined || state.points.length === 1) return IDLE_KEYPOINTS
  return { ...state, points: state.points.slice(0, -1), taken: [last, ...state.taken] }
}

function putAgain(state: Placing, objects: Objects): Step<KeypointsState> {
  const [next, ...taken] = state.taken
  if (next === undefined) return { state }
  const step = withPoint(state, next, objects)
  return step.state.at === 'placing' ? { state: { ...step.state, taken } } : step
}

function hasPlace({ visibility }: Keypoint): boolean {
  return visibility > 0
}

/** Returns the box of the object inside the image. Several points within a few pixels of each other are a slip. */
function boxAround(points: readonly Keypoint[], frame: Size): { withMargin: Box; isSlip: boolean } | undefined {
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [x0, y0, x1, y1] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const margin = Math.max(MARGIN.least, MARGIN.share * Math.max(x1 - x0, y1 - y0))
  const from = clampPoint(imagePoint(x0 - margin, y0 - margin), frame)
  const to = clampPoint(imagePoint(x1 + margin, y1 + margin), frame)
  const isSlip = points.length > 1 && x1 - x0 < SMALLEST && y1 - y0 < SMALLEST
  return { withMargin: { x0: from.x, y0: from.y, x1: to.x, y1: to.y }, isSlip }
}

/** Returns the number of points that are placed or skipped. */
export function pointsSet(state: KeypointsState): number {
  return state.at === 'placing' ? state.points.length : 0
}

/** Returns the placed points, the edges to the pointer, and the name of the next point. */
export function keypointsOverlay(state: KeypointsState, context: ToolContext, color: string): readonly OverlayItem[] {
  const { skeleton, frame } = context
  if (state.at === 'idle' || !skeleton) return []
  const set = { kind: 'skeleton', points: state.points, edges: skeleton.edges, color } as const
  if (!state.to) return [set]
  const next = state.points.length
  const { x, y } = clampPoint(state.to, frame)
  return [
    { ...set, points: [...state.points, { x, y, visibility: 2 }], ghost: next },
    {
      kind: 'tag',
      bounds: { x0: x, y0: y, x1: x, y1: y },
      color,
      isRepeated: false,
      text: skeleton.points[next] ?? '',
      detail: t('{{number}} of {{total}}', { number: next + 1, total: skeleton.points.length }),
      gap: TAG_GAP,
    },
  ]
}

/** Distance of the name from the pointer, outside the gap of the crosshair, in view pixels. */
const TAG_GAP = 16
