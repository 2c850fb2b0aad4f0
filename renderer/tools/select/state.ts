import type { ImagePoint } from '#common/geometry/space'
import type { Corner } from '#renderer/canvas/outline'
import type { Grip } from '../grips.ts'
import { isOutline, type OutlineShape, outlineRings } from '../outlines/outline-shape.ts'
import type { Nudge, Pull, ToolContext } from '../tool.ts'

/** Vertices picked on the single selected outline. Any other change to it clears them. */
export interface Picked {
  readonly shape: OutlineShape
  readonly corners: readonly Corner[]
}

interface Picking {
  readonly picked: Picked | undefined
}

export type SelectState =
  /** `over` is the part that a press would pick up. */
  | ({ readonly at: 'idle'; readonly over: Grip | undefined } & Picking)
  | Held
  /** Alt drags over vertices to delete. */
  | Erasing
  /** Keys are held; the nudge accumulates how far they have moved, resized or rotated the selection. */
  | Nudging

export type Held = { readonly at: 'pressed' | 'dragging'; readonly grip: Grip } & Pull & Picking

export interface Erasing extends Picking {
  readonly at: 'erasing'
  readonly shape: OutlineShape
  readonly to: ImagePoint
  /** In the order in which the pointer touched them. */
  readonly erased: readonly Corner[]
}

export type Nudging = { readonly at: 'nudging' } & Nudge & Picking

export const IDLE_SELECT: SelectState = { at: 'idle', over: undefined, picked: undefined }

/** Returns the hovered or held grip. */
export function gripOf(state: SelectState): Grip | undefined {
  if (state.at === 'nudging' || state.at === 'erasing') return undefined
  return state.at === 'idle' ? state.over : state.grip
}

/** Returns the vertex of a grip. On an edge, it is the vertex to insert after the edge's first one. */
export function vertexOf(grip: Grip): Corner | undefined {
  if (grip.kind === 'corner') return grip.corner
  return grip.kind === 'edge' ? { ring: grip.after.ring, point: grip.after.point + 1 } : undefined
}

/** Returns the single selected shape, if its vertices can be edited. */
export function selectedOutline({ selection, shape }: ToolContext): OutlineShape | undefined {
  const [id, ...others] = selection
  const only = id === undefined || others.length > 0 ? undefined : shape(id)
  return only && only.isLocked !== true && isOutline(only) ? only : undefined
}

/** Returns the picked vertices, if the outline has not changed since. */
export function pickedIn({ picked }: SelectState, context: ToolContext): Picked | undefined {
  return picked && selectedOutline(context) === picked.shape ? picked : undefined
}

export function hasCorner(corners: readonly Corner[], { ring, point }: Corner): boolean {
  return corners.some((each) => each.ring === ring && each.point === point)
}

export function allCorners(shape: OutlineShape): readonly Corner[] {
  return outlineRings(shape).flatMap((flat, ring) =>
    Array.from({ length: flat.length / 2 }, (_, point) => ({ ring, point })),
  )
}
