import { ringsBounds } from '#common/geometry/polygon'
import type { ImagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { crossingSegments, distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { isTooSmall } from '../frame.ts'
import type { Outline, PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'
import { drawPath } from './draw-path.ts'
import {
  type DrawnPath,
  firstPoint,
  IDLE_PATH,
  markedPoints,
  type PathState,
  pointsAhead,
  startedPath,
} from './path.ts'
import { redrawnAt } from './redraw.ts'
import { redrawOverlay, restingOverlay, stepRedraw } from './redraw-tool.ts'

export function stepPolygon(state: PathState, event: ToolEvent, context: ToolContext): Step<PathState> {
  if (state.at === 'drawing' && state.redraw) return stepRedraw(state, state.redraw, { event, context })
  const over = state.at === 'idle' ? state.over : undefined
  return drawPath(state, event, {
    context,
    least: 6,
    closes: (path, point) => isClosing(path, point, context.scale),
    start: (press) => started(over, press, context),
    finish: closed,
  })
}

/**
 * Starts a path. On the outline of the selected polygon it redraws a part; with Alt it starts a new polygon there too.
 */
function started(over: ShapeId | undefined, press: PressEvent, context: ToolContext): DrawnPath {
  const redraw = press.alt ? undefined : redrawnAt(press.at, over, context)
  const path = startedPath(press, context)
  return redraw ? { ...path, points: [redraw.from.at.x, redraw.from.at.y], redraw } : path
}

/** Returns whether a press would close the outline. The first vertex attracts the pointer. */
export function isClosing(state: DrawnPath, point: ImagePoint, scale: number): boolean {
  return state.points.length >= 6 && distance(point, firstPoint(state)) * scale <= REACH.magnet
}

function closed(state: DrawnPath): Step<PathState> {
  const outline: Outline = { kind: 'polygon', rings: [state.points] }
  if (isTooSmall(ringsBounds([state.points]))) return { state: IDLE_PATH, tooSmall: outline }
  return { state: IDLE_PATH, commit: { kind: 'draw', outline, origin: 'hand' } }
}

/** Above this number of points, crossings are not checked on each move of the pointer. */
const MOST_CHECKED = 300

export function polygonOverlay(state: PathState, context: ToolContext, color: string): readonly OverlayItem[] {
  if (state.at === 'idle') return restingOverlay(state.over, context)
  if (state.redraw) return redrawOverlay(state, state.redraw, { context, color })
  const closes = isClosing(state, state.to, context.scale)
  const ring = closes ? state.points : [...state.points, ...pointsAhead(state, context)]
  const segments = ring.length <= 2 * MOST_CHECKED ? crossingSegments(ring, closes) : []
  return [
    { kind: 'outline', rings: [ring], color, look: 'draft', isClosed: closes },
    { kind: 'crossing', ring, segments },
    { kind: 'vertices', rings: [markedPoints(state)], color, active: undefined },
    { kind: 'first-vertex', at: firstPoint(state), color, isClosing: closes },
  ]
}
