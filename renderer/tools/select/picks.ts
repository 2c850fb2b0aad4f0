import type { Change } from '#common/annotation/edit'
import { isPlaced } from '#common/annotation/shape'
import type { Corner } from '#renderer/canvas/outline'
import type { Grip } from '../grips.ts'
import { isOutline } from '../outlines/outline-shape.ts'
import type { ToolContext } from '../tool.ts'
import { type Held, hasCorner, type Picked, pickedIn, type SelectState, selectedOutline, vertexOf } from './state.ts'

/**
 * Returns the picked vertices after a gesture. Picks survive gestures on them, and dragged or inserted vertices become
 * picked.
 */
export function pickedAfter(state: SelectState, after: Change['after'], context: ToolContext): Picked | undefined {
  const picked = pickedIn(state, context)
  if (!after || !isPlaced(after) || !isOutline(after)) return picked
  const corners = cornersAfter(state, picked?.corners ?? [])
  return corners.length > 0 ? { shape: after, corners } : undefined
}

function cornersAfter(state: SelectState, picked: readonly Corner[]): readonly Corner[] {
  if (state.at === 'nudging') return picked
  const vertex = state.at === 'dragging' ? vertexOf(state.grip) : undefined
  if (!vertex || state.at !== 'dragging') return []
  return state.grip.kind === 'corner' && hasCorner(picked, vertex) ? picked : [vertex]
}

/** Picks a vertex; with Shift in addition to the others. */
export function pickedByClick(
  state: Held,
  { corner }: Extract<Grip, { kind: 'corner' }>,
  context: ToolContext,
): Picked | undefined {
  const shape = selectedOutline(context)
  if (!shape) return undefined
  const before = state.keys.shift ? (pickedIn(state, context)?.corners ?? []) : []
  const others = before.filter(({ ring, point }) => ring !== corner.ring || point !== corner.point)
  return { shape, corners: others.length < before.length ? others : [...before, corner] }
}
