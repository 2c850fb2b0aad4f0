import type { PlacedShape } from '#common/annotation/shape'
import { REACH } from '#renderer/canvas/looks'
import { crossingSegments, distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { drawnEdit, sliceEdit } from '../outlines/edits.ts'
import { drawPath, finishedPath, type PathEnds } from '../polygon/draw-path.ts'
import {
  type DrawnPath,
  firstPoint,
  IDLE_PATH,
  markedPoints,
  type PathState,
  pointsAhead,
  pressedPath,
  straightened,
} from '../polygon/path.ts'
import { isClosing, polygonOverlay } from '../polygon/polygon.ts'
import type { Step, ToolContext, ToolEvent } from '../tool.ts'

/** Effect of an outline or line drawn over the selection. */
export type Purpose = 'add' | 'remove' | 'slice'

export interface ReshapeState {
  readonly purpose: Purpose
  readonly path: PathState
}

/**
 * Draws like the polygon and line tools, but changes the selected shapes instead of making one. The tool stays armed.
 */
export function stepReshape(
  { purpose, path }: ReshapeState,
  event: ToolEvent,
  context: ToolContext,
): Step<ReshapeState> {
  const ends: PathEnds = {
    least: leastNumbers(purpose),
    ...(purpose !== 'slice' && { closes: (drawn, point) => isClosing(drawn, point, context.scale) }),
    finish: (drawn) => reshaped(purpose, drawn.points, context),
  }
  const dragged = purpose === 'slice' ? draggedPath(path, event, context) : undefined
  const step = dragged ? finishedPath(dragged, ends) : drawPath(path, event, { ...ends, context })
  return { ...step, state: { purpose, path: step.state } }
}

/** A cut can also be dragged, from its only point to where the pointer is released. */
function draggedPath(path: PathState, event: ToolEvent, context: ToolContext): DrawnPath | undefined {
  if (path.at === 'idle' || event.type !== 'up' || path.points.length > 2) return undefined
  if (distance(firstPoint(path), event.at) * context.scale < REACH.drag) return undefined
  return straightened(pressedPath(path, { ...event, ...PRESS }, context), context)
}

const PRESS = { type: 'down', button: 'main', clicks: 1 } as const

function reshaped(purpose: Purpose, points: readonly number[], context: ToolContext): Step<PathState> {
  const { frame, freshId } = context
  const shapes = selectedIn(context)
  const result =
    purpose === 'slice'
      ? sliceEdit(shapes, { line: points, frame, freshId })
      : drawnEdit(shapes[0], points, { how: purpose === 'add' ? 'unite' : 'subtract', frame })
  if (!result.ok) return { state: IDLE_PATH, refusal: result.error }
  const { edit, select } = result.value
  return { state: IDLE_PATH, select, commit: { kind: 'edit', label: edit.label, changes: edit.changes } }
}

function selectedIn({ selection, shape }: ToolContext): readonly PlacedShape[] {
  return selection.flatMap((id) => shape(id) ?? [])
}

/** Returns the minimum length of the flat list. */
export function leastNumbers(purpose: Purpose): 4 | 6 {
  return purpose === 'slice' ? 4 : 6
}

/** White, since the drawing belongs to no class. */
const COLOR = '#FFFFFF'

export function reshapeOverlay({ purpose, path }: ReshapeState, context: ToolContext): readonly OverlayItem[] {
  if (purpose !== 'slice') return polygonOverlay(path, context, COLOR)
  if (path.at === 'idle') return []
  const line = [...path.points, ...pointsAhead(path, context)]
  return [
    { kind: 'outline', rings: [line], color: COLOR, look: 'cut', isClosed: false },
    { kind: 'crossing', ring: line, segments: crossingSegments(line, false) },
    { kind: 'vertices', rings: [markedPoints(path)], color: COLOR, active: undefined },
  ]
}
