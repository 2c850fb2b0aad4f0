import type { BoxShape, PlacedShape, RotatedBoxShape } from '#common/annotation/shape'
import { type Box, boxRing } from '#common/geometry/box'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { toImage, toView, type ViewPoint, type Viewport } from '#common/geometry/space'
import { INK } from '#renderer/canvas/looks'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import type { Armed } from './armed.ts'
import { boxOverlay } from './box.ts'
import type { Grip } from './grips.ts'
import { keypointsOverlay } from './keypoints.ts'
import { polygonOverlay } from './polygon.ts'
import { polylineOverlay } from './polyline.ts'
import { rotatedBoxOverlay } from './rotated-box.ts'
import { marqueeOf, type SelectState } from './select.ts'
import { isWaiting, promptAt, promptBoxRing, proposedOutline, type SmartContext, type SmartState } from './smart.ts'
import { angleTag, boxOf, placeOn, turnHandle } from './turn.ts'

/** What a tool needs to know to be drawn. */
export interface OverlayContext extends SmartContext {
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
  /** Colour of what is being drawn. */
  readonly color: string
  /** The one selected shape as the gesture has made it, with its colour: it shows its handles. */
  readonly single: { readonly shape: PlacedShape; readonly color: string } | undefined
}

/** What the tool in hand adds to the picture. */
export function toolOverlay(armed: Armed, context: OverlayContext): readonly OverlayItem[] {
  switch (armed.tool) {
    case 'hand':
      return []
    case 'select':
      return selectOverlay(armed.state, context)
    case 'box':
      return boxOverlay(armed.state, context, context.color)
    case 'rotated-box':
      return rotatedBoxOverlay(armed.state, context, context.color)
    case 'polygon':
      return polygonOverlay(armed.state, context, context.color)
    case 'polyline':
      return polylineOverlay(armed.state, context, context.color)
    case 'point':
      return []
    case 'keypoints':
      return keypointsOverlay(armed.state, context, context.color)
    case 'smart':
      return smartOverlay(armed.state, context)
  }
}

function selectOverlay(state: SelectState, context: OverlayContext): readonly OverlayItem[] {
  const marquee = marqueeOf(state)
  return [...(marquee ? [{ kind: 'marquee', ...marquee } as const] : []), ...partsOf(state, context)]
}

/** The handles or vertices of the one selected shape. */
function partsOf(state: SelectState, context: OverlayContext): readonly OverlayItem[] {
  const { single } = context
  if (!single) return []
  const { shape, color } = single
  const grip = gripOf(state)
  switch (shape.kind) {
    case 'box':
    case 'rotated-box':
      return boxParts(shape, grip, context)
    case 'keypoints':
      return [{ kind: 'handles', box: shape.box }, ...pointInHand(grip, shape)]
    case 'polygon':
      return vertices(shape.rings, state, color)
    case 'polyline':
      return vertices([shape.points], state, color)
    case 'point':
      return [{ kind: 'vertices', rings: [[shape.at.x, shape.at.y]], color, active: { ring: 0, point: 0 } }]
    case 'mask':
      return []
  }
}

function vertices(rings: Rings, state: SelectState, color: string): readonly OverlayItem[] {
  const grip = gripOf(state)
  return [{ kind: 'vertices', rings, color, active: cornerOf(grip, state) }, ...ghost(grip, state, color)]
}

/** What is pointed at or held. */
function gripOf(state: SelectState): Grip | undefined {
  if (state.at === 'nudging') return undefined
  return state.at === 'idle' ? state.over : state.grip
}

/** Eight handles along the box's own sides, and one above its top edge that turns it. */
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

/** Corners and the middles of sides, in halves of the sides from the centre. */
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

/** The keypoint that is pointed at or moved. */
function pointInHand(grip: Grip | undefined, shape: PlacedShape): readonly OverlayItem[] {
  const point = grip?.kind === 'keypoint' && shape.kind === 'keypoints' ? shape.points[grip.point] : undefined
  if (!point) return []
  return [{ kind: 'vertices', rings: [[point.x, point.y]], color: INK.white, active: { ring: 0, point: 0 } }]
}

/** A vertex that is being inserted is the one after the edge's first. */
function cornerOf(grip: Grip | undefined, state: SelectState) {
  if (grip?.kind === 'corner') return grip.corner
  if (grip?.kind !== 'edge' || state.at !== 'dragging') return undefined
  return { ring: grip.after.ring, point: grip.after.point + 1 }
}

function ghost(grip: Grip | undefined, state: SelectState, color: string): readonly OverlayItem[] {
  return grip?.kind === 'edge' && state.at !== 'dragging' ? [{ kind: 'ghost-vertex', at: grip.at, color }] : []
}

function smartOverlay(state: SmartState, context: OverlayContext): readonly OverlayItem[] {
  const ring = promptBoxRing(state)
  return [
    ...(ring ? [{ kind: 'marquee', box: ringsBounds([ring]), isTouching: true } as const] : []),
    ...proposal(state, context),
    ...signs(state, context),
  ]
}

function proposal(state: SmartState, context: OverlayContext): readonly OverlayItem[] {
  const cut = state.candidates[state.chosen]
  const outline = proposedOutline(state, context)
  if (!cut || !outline) return []
  if (outline.kind === 'polygon') return [machineOutline(outline.rings)]
  return [draftBox(outline.box, context.color), machineOutline(cut.rings)]
}

function signs(state: SmartState, { pointer, viewport, scale }: OverlayContext): readonly OverlayItem[] {
  const hovered = pointer && promptAt(state, toImage(pointer, viewport), scale)
  const items = state.prompts.flatMap((prompt, place): readonly OverlayItem[] =>
    prompt.kind === 'box' ? [] : [{ ...prompt, kind: 'sign', isHovered: place === hovered }],
  )
  const last = state.prompts.at(-1)
  if (!isWaiting(state) || last?.kind !== 'point') return items
  return [...items, { kind: 'working', at: toView(last.at, viewport) }]
}

/** Where a box is kept of the cut, both are shown. */
function draftBox(box: Box, color: string): OverlayItem {
  return { kind: 'outline', rings: [boxRing(box)], color, look: 'draft', isClosed: true }
}

function machineOutline(rings: Rings): OverlayItem {
  return { kind: 'outline', rings, color: INK.machine, look: 'machine', isClosed: true }
}
