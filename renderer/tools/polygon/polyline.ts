import { lineLength } from '#common/geometry/line'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { type Outline, SMALLEST, type Step, type ToolContext, type ToolEvent } from '../tool.ts'
import { drawPath } from './draw-path.ts'
import { type DrawnPath, IDLE_PATH, markedPoints, type PathState, pointsAhead } from './path.ts'

/**
 * Handles an event of the line tool: points are added as for a polygon, and Enter or a double click finishes the line.
 */
export function stepPolyline(state: PathState, event: ToolEvent, context: ToolContext): Step<PathState> {
  return drawPath(state, event, { context, least: 4, finish: ended })
}

function ended(state: DrawnPath): Step<PathState> {
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
