import { shapeRings } from '#common/annotation/shape'
import { ringsBounds } from '#common/geometry/polygon'
import { toImage, toView, type ViewPoint, type Viewport } from '#common/geometry/space'
import { INK } from '#renderer/canvas/looks'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { cutRings, proposedOutline } from './outline.ts'
import { isWaiting, promptAt, promptBoxRing, type SmartContext, type SmartState } from './smart.ts'

interface SmartView extends SmartContext {
  readonly viewport: Viewport
  readonly pointer: ViewPoint | undefined
  /** Color of the shape being drawn. */
  readonly color: string
}

/** Returns the prompts, and the outline that accepting would keep. */
export function smartOverlay(state: SmartState, context: SmartView): readonly OverlayItem[] {
  const ring = promptBoxRing(state)
  return [
    ...(ring ? [{ kind: 'marquee', box: ringsBounds([ring]), isTouching: true } as const] : []),
    ...proposal(state, context),
    ...signs(state, context),
  ]
}

/** If a box is kept, both the box and the outline are shown. */
function proposal(state: SmartState, context: SmartView): readonly OverlayItem[] {
  const rings = cutRings(state, context)
  if (!rings) return []
  const cut: OverlayItem = { kind: 'outline', rings, color: INK.machine, look: 'machine', isClosed: true }
  const { keepAs } = context
  const kept = keepAs === 'box' || keepAs === 'rotated-box' ? proposedOutline(state, context) : undefined
  if (!kept) return [cut]
  return [{ kind: 'outline', rings: shapeRings(kept), color: context.color, look: 'draft', isClosed: true }, cut]
}

function signs(state: SmartState, { pointer, viewport, scale }: SmartView): readonly OverlayItem[] {
  const hovered = pointer && promptAt(state, toImage(pointer, viewport), scale)
  const items = state.prompts.flatMap((prompt, place): readonly OverlayItem[] =>
    prompt.kind === 'box' ? [] : [{ ...prompt, kind: 'sign', isHovered: place === hovered }],
  )
  const last = state.prompts.at(-1)
  if (!isWaiting(state) || last?.kind !== 'point') return items
  return [...items, { kind: 'working', at: toView(last.at, viewport) }]
}
