import { type Box, boxBetween } from '#common/geometry/box'
import type { ShapeId } from '#common/ids'
import type { ToolContext } from '../tool.ts'
import { allCorners, type Held, hasCorner, type Picked, pickedIn, type SelectState, selectedOutline } from './state.ts'
import { cornersIn } from './vertices.ts'

export interface Marquee {
  readonly box: Box
  /** Drawn from right to left it selects what it touches, from left to right only what it contains. */
  readonly isTouching: boolean
}

export function marqueeOf(state: SelectState): Marquee | undefined {
  if (state.at !== 'dragging' || (state.grip.kind !== 'ground' && state.grip.kind !== 'shapes')) return undefined
  return { box: boxBetween(state.from, state.to), isTouching: state.to.x < state.from.x }
}

export function caught({ box, isTouching }: Marquee, { keys }: Held, context: ToolContext): readonly ShapeId[] {
  const ids = context.within(box, isTouching ? 'touching' : 'inside')
  return keys.shift ? [...new Set([...context.selection, ...ids])] : ids
}

/**
 * Returns the vertices that a marquee over the single selected outline picks. With Ctrl it picks only vertices; Shift
 * adds.
 */
export function caughtVertices({ box }: Marquee, state: Held, context: ToolContext): Picked | undefined {
  const shape = selectedOutline(context)
  if (!shape) return undefined
  const inside = cornersIn(shape, box)
  const isPart = inside.length > 0 && inside.length < allCorners(shape).length
  if (!isPart && !state.keys.ctrl) return undefined
  const before = state.keys.shift ? (pickedIn(state, context)?.corners ?? []) : []
  return { shape, corners: [...before, ...inside.filter((corner) => !hasCorner(before, corner))] }
}
