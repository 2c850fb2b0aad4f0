import { type ImagePoint, toImage, type ViewPoint, type Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { type Corner, cornerAt, distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { BoxState } from '../box.ts'
import { outlineRings } from '../outlines/outline-shape.ts'
import type { PathState } from '../polygon/path.ts'
import { inHand } from '../select/in-hand.ts'
import { type SelectState, vertexOf } from '../select/state.ts'
import type { ToolContext } from '../tool.ts'
import { type Snap, snapOf } from './snap.ts'

interface PointedContext extends ToolContext {
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
}

/** Returns the snap glyph of the current point, or of the next one. */
export function pointSnap(state: BoxState | PathState, context: PointedContext): readonly OverlayItem[] {
  return state.at === 'idle' ? ahead(context) : lying(state.to, context)
}

function ahead(context: PointedContext): readonly OverlayItem[] {
  const snap = context.pointer && snapOf(toImage(context.pointer, context.viewport), context)
  return snap ? [glyph(snap, context)] : []
}

/** A point that was not snapped is not on the target, however near. */
function lying(point: ImagePoint, context: ToolContext, except?: ReadonlySet<ShapeId>): readonly OverlayItem[] {
  const snap = snapOf(point, context, except)
  return snap && distance(snap.at, point) <= LYING ? [glyph(snap, context)] : []
}

/** In pixels; positions on edges are rounded. */
const LYING = 0.02

/** Returns the snap glyph of a dragged vertex. */
export function heldSnap(state: SelectState, context: ToolContext): readonly OverlayItem[] {
  const corner = pulledVertex(state)
  const after = corner && inHand(state, context)[0]?.after
  if (after?.kind !== 'polygon' && after?.kind !== 'polyline') return []
  const at = corner && cornerAt(outlineRings(after), corner)
  return at ? lying(at, context, new Set(context.selection)) : []
}

/** Returns the dragged vertex; undefined while nothing that snaps is dragged. */
function pulledVertex(state: SelectState): Corner | undefined {
  if (state.at !== 'dragging' || state.keys.alt) return undefined
  return vertexOf(state.grip)
}

function glyph({ at, on }: Snap, { frame }: ToolContext): OverlayItem {
  return { kind: 'snap', at, on, isUpright: at.x === 0 || at.x === frame.width }
}
