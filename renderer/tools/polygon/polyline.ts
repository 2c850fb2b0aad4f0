import { lineLength } from '#common/geometry/line'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { type Outline, SMALLEST, type Step, type ToolContext, type ToolEvent } from '../tool.ts'
import {
  type DrawnPath,
  IDLE_PATH,
  markedPoints,
  type PathState,
  pointsAhead,
  pressedPath,
  startedPath,
  steppedPath,
  straightened,
} from './path.ts'

/** A line grows point by point as a polygon does, and ends with Enter or a double click. */
export function stepPolyline(state: PathState, event: ToolEvent, context: ToolContext): Step<PathState> {
  const press = event.type === 'down' && event.button === 'main' ? event : undefined
  // The second press of a double click that has just ended a line starts no new one.
  if (state.at === 'idle') return { state: press?.clicks === 1 ? startedPath(press, context) : state }
  if (event.type === 'enter') return ended(straightened(state, context))
  if (!press) return { state: steppedPath(state, event, context) }
  if (press.clicks >= 2 && state.points.length >= 4) return ended(straightened(state, context))
  return { state: pressedPath(state, press, context) }
}

function ended(state: DrawnPath): Step<PathState> {
  if (state.points.length < 4) return { state }
  const outline: Outline = { kind: 'polyline', points: state.points }
  if (lineLength(state.points) < SMALLEST) return { state: IDLE_PATH, tooSmall: outline }
  return { state: IDLE_PATH, commit: { kind: 'draw', outline, origin: 'hand' } }
}

export function polylineOverlay(state: PathState, context: ToolContext, color: string): readonly OverlayItem[] {
  if (state.at === 'idle') return []
  return [
    {
      kind: 'outline',
      rings: [[...state.points, ...pointsAhead(state, context)]],
      color,
      look: 'line',
      isClosed: false,
    },
    { kind: 'vertices', rings: [markedPoints(state)], color, active: undefined },
  ]
}
