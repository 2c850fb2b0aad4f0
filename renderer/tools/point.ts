import { clampPoint } from './frame.ts'
import type { Step, ToolContext, ToolEvent } from './tool.ts'

/** Each press makes a point, so there is no state. */
export interface PointState {
  readonly at: 'idle'
}

export const IDLE_POINT: PointState = { at: 'idle' }

export function stepPoint(state: PointState, event: ToolEvent, { frame }: ToolContext): Step<PointState> {
  // The second press of a double click is a slip: two points at one position make no sense.
  if (event.type !== 'down' || event.button !== 'main' || event.clicks > 1) return { state }
  const { x, y } = clampPoint(event.at, frame)
  return { state, commit: { kind: 'draw', outline: { kind: 'point', at: { x, y } }, origin: 'hand' } }
}
