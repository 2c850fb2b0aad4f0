import type { PlacedShape } from '#common/annotation/shape'
import { type Box, boxRing } from '#common/geometry/box'
import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { toImage, toView, type ViewPoint, type Viewport } from '#common/geometry/space'
import { INK } from '#renderer/canvas/looks'
import type { OverlayItem } from '#renderer/canvas/overlay'
import type { Armed } from './armed.ts'
import { boxOverlay } from './box.ts'
import type { Grip } from './grips.ts'
import { polygonOverlay } from './polygon.ts'
import { marqueeOf, type SelectState } from './select.ts'
import { isWaiting, promptAt, promptBoxRing, proposedOutline, type SmartContext, type SmartState } from './smart.ts'

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
    case 'polygon':
      return polygonOverlay(armed.state, context, context.color)
    case 'smart':
      return smartOverlay(armed.state, context)
  }
}

function selectOverlay(state: SelectState, { single }: OverlayContext): readonly OverlayItem[] {
  const marquee = marqueeOf(state)
  const items: OverlayItem[] = marquee ? [{ kind: 'marquee', ...marquee }] : []
  if (!single) return items
  const { shape, color } = single
  if (shape.kind !== 'polygon') return [...items, { kind: 'handles', box: shape.box }]
  const grip = state.at === 'idle' ? state.over : state.at === 'nudging' ? undefined : state.grip
  return [
    ...items,
    { kind: 'vertices', rings: shape.rings, color, active: cornerOf(grip, state) },
    ...ghost(grip, state, color),
  ]
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
