import { editName } from '#common/annotation/edit-name'
import type { ShapeId } from '#common/ids'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { withOutline } from '../outlines/outline-shape.ts'
import { mainPress, type PressEvent, type Step, type ToolContext, type ToolEvent } from '../tool.ts'
import {
  type DrawnPath,
  markedPoints,
  type PathState,
  pointsAhead,
  pressedPath,
  steppedPath,
  straightened,
} from './path.ts'
import { endOf, type Redraw, redrawable, redrawnRings } from './redraw.ts'

interface Stepping {
  readonly event: ToolEvent
  readonly context: ToolContext
}

/** From place to place of the outline: a press on it ends the new part, everything else goes on as a path does. */
export function stepRedraw(state: DrawnPath, redraw: Redraw, { event, context }: Stepping): Step<PathState> {
  const press = mainPress(event)
  const done = press && ended(state, redraw, { event: press, context })
  if (done) return done
  if (event.type === 'enter') return { state }
  const next = press ? pressedPath(state, press, context) : steppedPath(state, event, context)
  return { state: next.at === 'idle' ? { at: 'idle', over: redraw.id } : next }
}

function ended(
  state: DrawnPath,
  redraw: Redraw,
  { event, context }: { readonly event: PressEvent; readonly context: ToolContext },
): Step<PathState> | undefined {
  const shape = redrawable(redraw.id, context)
  if (!shape) return { state: { at: 'idle' } }
  const end = endOf(redraw, shape.rings, { to: event.at, scale: context.scale })
  if (!end) return undefined
  const { points } = straightened(state, context)
  const { chosen } = redrawnRings(shape.rings, redraw, { points, end })
  const changes = [{ before: shape, after: withOutline(shape, chosen) }]
  return {
    state: { at: 'idle', over: shape.id },
    commit: { kind: 'edit', label: editName('edit-redraw-part'), changes },
  }
}

interface Look {
  readonly context: ToolContext
  readonly color: string
}

/** The path, and where it could end both outlines: the one that would be kept, and the other one thin. */
export function redrawOverlay(state: DrawnPath, redraw: Redraw, { context, color }: Look): readonly OverlayItem[] {
  const shape = redrawable(redraw.id, context)
  if (!shape) return []
  const end = endOf(redraw, shape.rings, { to: state.to, scale: context.scale })
  const vertices: OverlayItem = { kind: 'vertices', rings: [markedPoints(state)], color, active: undefined }
  if (!end) {
    const line = [...state.points, ...pointsAhead(state, context)]
    const rim: OverlayItem = { kind: 'outline', rings: shape.rings, color, look: 'beside', isClosed: true }
    return [rim, { kind: 'outline', rings: [line], color, look: 'line', isClosed: false }, vertices]
  }
  const { chosen, other } = redrawnRings(shape.rings, redraw, { points: state.points, end })
  return [
    { kind: 'outline', rings: other, color: '#FFFFFF', look: 'cut', isClosed: true },
    { kind: 'outline', rings: chosen, color, look: 'draft', isClosed: true },
    vertices,
    { kind: 'ghost-vertex', at: end.at, color },
  ]
}

/** The outline that a press could begin on. */
export function restingOverlay(over: ShapeId | undefined, context: ToolContext): readonly OverlayItem[] {
  const shape = redrawable(over, context)
  return shape ? [{ kind: 'outline', rings: shape.rings, color: '#FFFFFF', look: 'cut', isClosed: true }] : []
}
