import { type Box, boxRing } from '#common/geometry/box'
import type { ImagePoint } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { isNothing, isTooSmall, type Span, spannedBox } from './frame.ts'
import { placedBoxPoint } from './snap/snap.ts'
import type { Modifiers, Outline, PressEvent, Step, ToolContext, ToolEvent } from './tool.ts'

/**
 * There are two ways to draw a box, and the first press decides: moved while held, it drags; released in place, the box
 * stays open until the next click. `closing` is that next press: released, it ends the box; moved, it starts a drag
 * instead.
 */
export type BoxState =
  | { readonly at: 'idle' }
  | ({ readonly at: 'pressed' | 'dragging' | 'open' } & Span)
  | ({ readonly at: 'closing'; readonly pressed: ImagePoint } & Span)

export const IDLE_BOX: BoxState = { at: 'idle' }

export function stepBox(state: BoxState, event: ToolEvent, context: ToolContext): Step<BoxState> {
  switch (event.type) {
    case 'down':
      return { state: pressed(state, event, context) }
    case 'move':
      return { state: moved(state, event, context) }
    case 'up':
      return released(moved(state, event, context), context)
    case 'cancel':
    case 'back':
      return { state: IDLE_BOX }
    case 'enter':
    case 'again':
    case 'nudge':
    case 'settle':
      return { state }
  }
}

function pressed(state: BoxState, event: PressEvent, context: ToolContext): BoxState {
  if (event.button !== 'main') return state
  const at = placedBoxPoint(event.at, context, event.alt)
  if (state.at === 'open') return { ...state, at: 'closing', to: at, pressed: at, ...ways(event) }
  return { at: 'pressed', from: at, to: at, ...ways(event) }
}

function moved(state: BoxState, event: Modifiers & { readonly at: ImagePoint }, context: ToolContext): BoxState {
  if (state.at === 'idle') return state
  const to = placedBoxPoint(event.at, context, event.alt)
  const next = { ...state, to, ...ways(event) }
  const start = state.at === 'closing' ? state.pressed : state.from
  const isDrag = distance(start, to) * context.scale >= REACH.drag
  if (!isDrag || state.at === 'open' || state.at === 'dragging') return next
  return { at: 'dragging', from: start, to, ...ways(event) }
}

function released(state: BoxState, { frame }: ToolContext): Step<BoxState> {
  if (state.at === 'idle' || state.at === 'open') return { state }
  if (state.at === 'pressed') return { state: { ...state, at: 'open' } }
  const box = spannedBox(state, frame)
  const outline: Outline = { kind: 'box', box }
  if (isNothing(box)) return { state: IDLE_BOX }
  if (isTooSmall(box)) return { state: IDLE_BOX, tooSmall: outline }
  return { state: IDLE_BOX, commit: { kind: 'draw', outline, origin: 'hand' } }
}

function ways({ shift, alt }: Modifiers) {
  return { isSquare: shift, isCentred: alt }
}

/** Returns the box in its current state. */
export function boxInHand(state: BoxState, { frame }: ToolContext): Box | undefined {
  return state.at === 'idle' || state.at === 'pressed' ? undefined : spannedBox(state, frame)
}

export function boxOverlay(state: BoxState, context: ToolContext, color: string): readonly OverlayItem[] {
  const box = boxInHand(state, context)
  return box ? [{ kind: 'outline', rings: [boxRing(box)], color, look: 'draft', isClosed: true }] : []
}
