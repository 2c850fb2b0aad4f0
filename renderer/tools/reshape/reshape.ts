import type { PlacedShape } from '#common/annotation/shape'
import { REACH } from '#renderer/canvas/looks'
import { crossingSegments, distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { drawnEdit, sliceEdit } from '../outlines/edits.ts'
import {
  type DrawnPath,
  firstPoint,
  IDLE_PATH,
  markedPoints,
  type PathState,
  pointsAhead,
  pressedPath,
  startedPath,
  steppedPath,
  straightened,
} from '../polygon/path.ts'
import { isClosing, polygonOverlay } from '../polygon/polygon.ts'
import type { PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'

/** What an outline or a line drawn over the selection does to it. */
export type Purpose = 'add' | 'remove' | 'slice'

export interface ReshapeState {
  readonly purpose: Purpose
  readonly path: PathState
}

/** Draws as the polygon and the line do; what is drawn becomes no shape but changes those that are selected. It stays armed. */
export function stepReshape(state: ReshapeState, event: ToolEvent, context: ToolContext): Step<ReshapeState> {
  const { path, purpose } = state
  const press = event.type === 'down' && event.button === 'main' ? event : undefined
  if (path.at === 'idle') {
    return { state: press?.clicks === 1 ? { purpose, path: startedPath(press, context) } : state }
  }
  if (isEnding({ purpose, path }, event, context)) return finished({ purpose, path }, event, context)
  return { state: { purpose, path: press ? pressedPath(path, press, context) : steppedPath(path, event, context) } }
}

interface Drawing {
  readonly purpose: Purpose
  readonly path: DrawnPath
}

function isEnding(drawing: Drawing, event: ToolEvent, context: ToolContext): boolean {
  if (event.type === 'down') return event.button === 'main' && isLastPress(drawing, event, context)
  return event.type === 'enter' || isDraggedSlice(drawing, event, context)
}

function isLastPress({ purpose, path }: Drawing, { at, clicks }: PressEvent, { scale }: ToolContext): boolean {
  if (purpose !== 'slice' && isClosing(path, at, scale)) return true
  return clicks >= 2 && path.points.length >= leastNumbers(purpose)
}

/** A cut may be dragged in one go, from its only point to where the pointer is let go. */
function isDraggedSlice({ purpose, path }: Drawing, event: ToolEvent, { scale }: ToolContext): boolean {
  if (purpose !== 'slice' || event.type !== 'up' || path.points.length > 2) return false
  return distance(firstPoint(path), event.at) * scale >= REACH.drag
}

function finished({ purpose, path }: Drawing, event: ToolEvent, context: ToolContext): Step<ReshapeState> {
  const drawn = straightened(event.type === 'up' ? pressedPath(path, { ...event, ...PRESS }, context) : path, context)
  if (drawn.points.length < leastNumbers(purpose)) return { state: { purpose, path: drawn } }
  const state = { purpose, path: IDLE_PATH }
  const result = reshaped(purpose, drawn.points, context)
  if (!result.ok) return { state, refusal: result.error }
  const { edit, select } = result.value
  return { state, select, commit: { kind: 'edit', label: edit.label, changes: edit.changes } }
}

const PRESS = { type: 'down', button: 'main', clicks: 1 } as const

function reshaped(purpose: Purpose, points: readonly number[], context: ToolContext) {
  const { frame, freshId } = context
  const shapes = selectedIn(context)
  if (purpose === 'slice') return sliceEdit(shapes, { line: points, frame, freshId })
  return drawnEdit(shapes[0], points, { how: purpose === 'add' ? 'unite' : 'subtract', frame })
}

function selectedIn({ selection, shape }: ToolContext): readonly PlacedShape[] {
  return selection.flatMap((id) => shape(id) ?? [])
}

/** Numbers in the flat list of the fewest points that will do. */
export function leastNumbers(purpose: Purpose): 4 | 6 {
  return purpose === 'slice' ? 4 : 6
}

/** White, since what is drawn is no object of a class. */
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
