import type { ImagePoint } from '#common/geometry/space'
import type { Corner } from '#renderer/canvas/outline'
import type { Grip } from '../grips.ts'
import { isOutline, type OutlineShape, outlineRings } from '../outlines/outline-shape.ts'
import type { Nudge, Pull, ToolContext } from '../tool.ts'

/** Vertices that were picked out of the one selected outline. They are forgotten when anything else changes it. */
export interface Picked {
  readonly shape: OutlineShape
  readonly corners: readonly Corner[]
}

interface Picking {
  readonly picked: Picked | undefined
}

export type SelectState =
  /** `over` is what a press here would take hold of. */
  | ({ readonly at: 'idle'; readonly over: Grip | undefined } & Picking)
  | Held
  /** Alt goes over vertices that are to go. */
  | Erasing
  /** Keys are held down: how far they have moved, resized or turned the selection by now. */
  | Nudging

export type Held = { readonly at: 'pressed' | 'dragging'; readonly grip: Grip } & Pull & Picking

export interface Erasing extends Picking {
  readonly at: 'erasing'
  readonly shape: OutlineShape
  readonly to: ImagePoint
  /** In the order in which they were touched. */
  readonly erased: readonly Corner[]
}

export type Nudging = { readonly at: 'nudging' } & Nudge & Picking

export const IDLE_SELECT: SelectState = { at: 'idle', over: undefined, picked: undefined }

/** The grip under the pointer or in hand. */
export function gripOf(state: SelectState): Grip | undefined {
  if (state.at === 'nudging' || state.at === 'erasing') return undefined
  return state.at === 'idle' ? state.over : state.grip
}

/** The vertex that a grip holds; one that is inserted is the one after the edge's first. */
export function vertexOf(grip: Grip): Corner | undefined {
  if (grip.kind === 'corner') return grip.corner
  return grip.kind === 'edge' ? { ring: grip.after.ring, point: grip.after.point + 1 } : undefined
}

/** The one selected shape, where its vertices can be edited. */
export function selectedOutline({ selection, shape }: ToolContext): OutlineShape | undefined {
  const [id, ...others] = selection
  const only = id === undefined || others.length > 0 ? undefined : shape(id)
  return only && only.isLocked !== true && isOutline(only) ? only : undefined
}

/** The vertices that are picked, as long as the outline is the one that they were picked from. */
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
