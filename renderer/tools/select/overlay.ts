import type { BoxShape, PlacedShape, RotatedBoxShape } from '#common/annotation/shape'
import type { Rings } from '#common/geometry/polygon'
import { INK } from '#renderer/canvas/looks'
import type { Corner } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { OverlayContext } from '../armed.ts'
import type { Grip } from '../grips.ts'
import { heldSnap } from '../snap/glyph.ts'
import { angleTag, boxOf, placeOn, turnHandle } from '../turn.ts'
import { marqueeOf } from './marquee.ts'
import { gripOf, pickedIn, type SelectState, vertexOf } from './state.ts'

/**
 * Returns the handles and vertices of the single selected shape, the marquee, and the snap target of a dragged vertex.
 */
export function selectOverlay(state: SelectState, context: OverlayContext): readonly OverlayItem[] {
  const marquee = marqueeOf(state)
  return [
    ...(marquee ? [{ kind: 'marquee', ...marquee } as const] : []),
    ...partsOf(state, context),
    ...heldSnap(state, context),
  ]
}

/** Returns the handles or vertices of the single selected shape; none if it is locked. */
function partsOf(state: SelectState, context: OverlayContext): readonly OverlayItem[] {
  const { single } = context
  if (!single || single.shape.isLocked) return []
  const { shape, color } = single
  const grip = gripOf(state)
  switch (shape.kind) {
    case 'box':
    case 'rotated-box':
      return boxParts(shape, grip, context)
    case 'keypoints':
      return [{ kind: 'handles', box: shape.box }, ...pointInHand(grip, shape)]
    case 'polygon':
      return vertices(shape.rings, state, context)
    case 'polyline':
      return vertices([shape.points], state, context)
    case 'point':
      return [{ kind: 'vertices', rings: [[shape.at.x, shape.at.y]], color, active: { ring: 0, point: 0 } }]
    case 'mask':
      return []
  }
}

function vertices(rings: Rings, state: SelectState, context: OverlayContext): readonly OverlayItem[] {
  const grip = gripOf(state)
  const color = context.single?.color ?? INK.white
  const picked = pickedIn(state, context)?.corners ?? []
  return [{ kind: 'vertices', rings, color, active: cornerOf(grip, state), picked }, ...ghost(grip, state, color)]
}

/** Returns eight handles along the box's own sides, and the rotation handle above its top edge. */
function boxParts(
  shape: BoxShape | RotatedBoxShape,
  grip: Grip | undefined,
  { scale, canTurn, single }: OverlayContext,
): readonly OverlayItem[] {
  const box = boxOf(shape)
  const handles: OverlayItem =
    shape.kind === 'box'
      ? { kind: 'handles', box: shape.box }
      : { kind: 'grips', at: HANDLES.map(([x, y]) => placeOn(box, x, y)) }
  if (!canTurn) return [handles]
  const [from, at] = [placeOn(box, 0, -1), turnHandle(box, scale)]
  const isTurning = grip?.kind === 'turn'
  return [
    { kind: 'turn', from, at, isActive: isTurning },
    handles,
    ...(isTurning && single ? [angleTag(at, box.angle, single.color)] : []),
  ]
}

/** Corners and midpoints of sides, in half sides from the center. */
const HANDLES = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
] as const

/** Returns the hovered or dragged keypoint. */
function pointInHand(grip: Grip | undefined, shape: PlacedShape): readonly OverlayItem[] {
  const point = grip?.kind === 'keypoint' && shape.kind === 'keypoints' ? shape.points[grip.point] : undefined
  if (!point) return []
  return [{ kind: 'vertices', rings: [[point.x, point.y]], color: INK.white, active: { ring: 0, point: 0 } }]
}

/** Returns the corner of a grip. A vertex is inserted only once it is dragged. */
function cornerOf(grip: Grip | undefined, state: SelectState): Corner | undefined {
  return grip && (grip.kind === 'corner' || state.at === 'dragging') ? vertexOf(grip) : undefined
}

function ghost(grip: Grip | undefined, state: SelectState, color: string): readonly OverlayItem[] {
  return grip?.kind === 'edge' && state.at !== 'dragging' ? [{ kind: 'ghost-vertex', at: grip.at, color }] : []
}
