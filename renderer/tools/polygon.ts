import { at, ringsBounds } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { crossingSegments, distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay'
import { clampPoint, isTooSmall } from './frame.ts'
import type { Outline, PressEvent, Step, ToolContext, ToolEvent } from './tool.ts'

/** A polygon grows point by point. `taken` are points that were taken back and can be put again, last one first. */
export type PolygonState =
  | { readonly at: 'idle' }
  | {
      readonly at: 'drawing'
      /** Flat list x0, y0, x1, y1, … */
      readonly points: readonly number[]
      readonly to: ImagePoint
      readonly taken: readonly ImagePoint[]
    }

type Drawing = Extract<PolygonState, { at: 'drawing' }>

export const IDLE_POLYGON: PolygonState = { at: 'idle' }

export function stepPolygon(state: PolygonState, event: ToolEvent, context: ToolContext): Step<PolygonState> {
  const press = event.type === 'down' && event.button === 'main' ? event : undefined
  // The second press of a double click that has just closed an outline starts no new one.
  if (state.at === 'idle') return { state: press?.clicks === 1 ? started(press.at, context) : state }
  return press ? pressed(state, press, context) : stepDrawing(state, event)
}

function stepDrawing(state: Drawing, event: ToolEvent): Step<PolygonState> {
  switch (event.type) {
    case 'move':
      return { state: { ...state, to: event.at } }
    case 'enter':
      return closed(state)
    case 'back':
      return { state: tookBack(state) }
    case 'again':
      return { state: putAgain(state) }
    case 'cancel':
      return { state: IDLE_POLYGON }
    case 'down':
    case 'up':
    case 'nudge':
    case 'settle':
      return { state }
  }
}

function started(point: ImagePoint, { frame }: ToolContext): PolygonState {
  const { x, y } = clampPoint(point, frame)
  return { at: 'drawing', points: [x, y], to: point, taken: [] }
}

function pressed(state: Drawing, event: PressEvent, context: ToolContext): Step<PolygonState> {
  if (isClosing(state, event.at, context.scale)) return closed(state)
  if (event.clicks >= 2 && state.points.length >= 6) return closed(state)
  const point = clampPoint(event.at, context.frame)
  if (distance(point, lastPoint(state)) * context.scale < 1) return { state }
  return { state: { at: 'drawing', points: [...state.points, point.x, point.y], to: event.at, taken: [] } }
}

/** Whether a press here would close the outline: the first vertex pulls the pointer. */
function isClosing(state: Drawing, point: ImagePoint, scale: number): boolean {
  return state.points.length >= 6 && distance(point, firstPoint(state)) * scale <= REACH.magnet
}

function closed(state: Drawing): Step<PolygonState> {
  if (state.points.length < 6) return { state }
  const outline: Outline = { kind: 'polygon', rings: [state.points] }
  if (isTooSmall(ringsBounds([state.points]))) return { state: IDLE_POLYGON, tooSmall: outline }
  return { state: IDLE_POLYGON, commit: { kind: 'draw', outline, origin: 'hand' } }
}

function tookBack(state: Drawing): PolygonState {
  if (state.points.length <= 2) return IDLE_POLYGON
  return { ...state, points: state.points.slice(0, -2), taken: [lastPoint(state), ...state.taken] }
}

function putAgain(state: Drawing): PolygonState {
  const [next, ...taken] = state.taken
  return next ? { ...state, points: [...state.points, next.x, next.y], taken } : state
}

function firstPoint({ points }: Drawing): ImagePoint {
  return imagePoint(at(points, 0), at(points, 1))
}

function lastPoint({ points }: Drawing): ImagePoint {
  return imagePoint(at(points, points.length - 2), at(points, points.length - 1))
}

/** Past this many points crossings are not looked for at each move of the pointer. */
const MOST_CHECKED = 300

export function polygonOverlay(state: PolygonState, context: ToolContext, color: string): readonly OverlayItem[] {
  if (state.at === 'idle') return []
  const closes = isClosing(state, state.to, context.scale)
  const to = clampPoint(state.to, context.frame)
  const ring = closes ? state.points : [...state.points, to.x, to.y]
  const segments = ring.length <= 2 * MOST_CHECKED ? crossingSegments(ring, closes) : []
  return [
    { kind: 'outline', rings: [ring], color, look: 'draft', isClosed: closes },
    { kind: 'crossing', ring, segments },
    { kind: 'vertices', rings: [state.points], color, active: undefined },
    { kind: 'first-vertex', at: firstPoint(state), color, isClosing: closes },
  ]
}
