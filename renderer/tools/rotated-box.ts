import { clipLine } from '#common/geometry/line'
import { at } from '#common/geometry/polygon'
import { normalAngle, type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { clampPoint, rounded } from './frame.ts'
import {
  type Modifiers,
  type Outline,
  type PressEvent,
  SMALLEST,
  type Step,
  type ToolContext,
  type ToolEvent,
} from './tool.ts'
import { angleTag } from './turn.ts'

/**
 * The base edge comes first, dragged or by two clicks, then the width: the pointer moves to either side of the edge,
 * and a click ends it. In `pressed` and `dragging` the button is held; `open` has one end of the base, `wide` both.
 */
export type RotatedBoxState =
  | { readonly at: 'idle' }
  | { readonly at: 'pressed' | 'dragging' | 'open'; readonly from: ImagePoint; readonly to: ImagePoint }
  | { readonly at: 'wide'; readonly from: ImagePoint; readonly base: ImagePoint; readonly to: ImagePoint }

type Based = Exclude<RotatedBoxState, { at: 'idle' }>

export const IDLE_ROTATED_BOX: RotatedBoxState = { at: 'idle' }

/** Shift limits the direction to multiples of this, in degrees. */
const SNAP = 15

export function stepRotatedBox(state: RotatedBoxState, event: ToolEvent, context: ToolContext): Step<RotatedBoxState> {
  if (event.type === 'down') return event.button === 'main' ? pressed(state, event, context) : { state }
  return state.at === 'idle' ? { state } : stepDraft(state, event, context)
}

function stepDraft(state: Based, event: Exclude<ToolEvent, PressEvent>, context: ToolContext): Step<RotatedBoxState> {
  switch (event.type) {
    case 'move':
      return { state: moved(state, event, context) }
    case 'up':
      return { state: released(moved(state, event, context), context) }
    case 'enter':
      return finished(state, context)
    case 'back':
      return { state: withoutBase(state) }
    case 'cancel':
      return { state: IDLE_ROTATED_BOX }
    case 'again':
    case 'nudge':
    case 'settle':
      return { state }
  }
}

/** Undoes the second end of the base, or the first one and with it the box. */
function withoutBase(state: Based): RotatedBoxState {
  return state.at === 'wide' ? { at: 'open', from: state.from, to: state.to } : IDLE_ROTATED_BOX
}

function pressed(state: RotatedBoxState, event: PressEvent, context: ToolContext): Step<RotatedBoxState> {
  if (state.at === 'wide') return finished(moved(state, event, context), context)
  if (state.at === 'open') return { state: based(moved(state, event, context), context) }
  // The second press of the double click that ended a box must not start a new one.
  if (event.clicks > 1) return { state }
  const from = clampPoint(event.at, context.frame)
  return { state: { at: 'pressed', from, to: from } }
}

function moved(state: Based, event: Modifiers & { readonly at: ImagePoint }, { frame, scale }: ToolContext): Based {
  if (state.at === 'wide') return { ...state, to: clampPoint(event.at, frame) }
  const to = event.shift ? snapped(state.from, event.at, frame) : clampPoint(event.at, frame)
  const isDrag = state.at === 'pressed' && distance(state.from, to) * scale >= REACH.drag
  return { ...state, to, ...(isDrag && { at: 'dragging' }) }
}

/** After a release in place, the base waits for a second click. */
function released(state: Based, context: ToolContext): Based {
  if (state.at === 'pressed') return { ...state, at: 'open' }
  return state.at === 'dragging' ? based(state, context) : state
}

/** A base shorter than a pixel has no direction. */
function based(state: Based, { scale }: ToolContext): Based {
  if (state.at === 'wide' || distance(state.from, state.to) * scale < 1) return state
  return { at: 'wide', from: state.from, base: state.to, to: state.to }
}

function snapped(from: ImagePoint, to: ImagePoint, frame: Size): ImagePoint {
  const length = distance(from, to)
  const turn = (Math.round(directionOf(from, to) / SNAP) * SNAP * Math.PI) / 180
  return clampPoint(imagePoint(from.x + length * Math.cos(turn), from.y + length * Math.sin(turn)), frame)
}

/** Returns degrees clockwise on screen, from the positive x axis. */
function directionOf(from: ImagePoint, to: ImagePoint): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
}

function finished(state: Based, { frame, scale }: ToolContext): Step<RotatedBoxState> {
  const box = boxInHand(state, frame)
  if (!box || box.height * scale < 1) return { state }
  const outline: Outline = { kind: 'rotated-box', box }
  if (box.width < SMALLEST || box.height < SMALLEST) return { state: IDLE_ROTATED_BOX, tooSmall: outline }
  return { state: IDLE_ROTATED_BOX, commit: { kind: 'draw', outline, origin: 'hand' } }
}

/**
 * Returns the box in its current state. The base is the top or the bottom of the object, whichever is opposite to the
 * pointer. The center stays in the image.
 */
function boxInHand(state: Based, frame: Size): RotatedBox | undefined {
  if (state.at !== 'wide') return undefined
  const { from, base, to } = state
  const width = distance(from, base)
  const [nx, ny] = [-(base.y - from.y) / width, (base.x - from.x) / width]
  const across = (to.x - from.x) * nx + (to.y - from.y) * ny
  const middle = { x: (from.x + base.x) / 2, y: (from.y + base.y) / 2 }
  const [half = [middle.x, middle.y, middle.x, middle.y]] = clipLine(
    [middle.x, middle.y, middle.x + (nx * across) / 2, middle.y + (ny * across) / 2],
    frame,
  )
  const center = { x: rounded(at(half, 2)), y: rounded(at(half, 3)) }
  const height = rounded(2 * Math.hypot(center.x - middle.x, center.y - middle.y))
  const angle = rounded(normalAngle(directionOf(from, base)))
  return height > 0 ? { center, width: rounded(width), height, angle } : undefined
}

export function rotatedBoxOverlay(
  state: RotatedBoxState,
  { frame }: ToolContext,
  color: string,
): readonly OverlayItem[] {
  if (state.at === 'idle') return []
  const box = boxInHand(state, frame)
  const end = state.at === 'wide' ? state.base : state.to
  const base = [state.from.x, state.from.y, end.x, end.y]
  const angle = normalAngle(directionOf(state.from, end))
  return [
    {
      kind: 'outline',
      rings: [box ? rotatedBoxRing(box) : base],
      color,
      look: box ? 'draft' : 'line',
      isClosed: box !== undefined,
    },
    { kind: 'vertices', rings: [base], color, active: undefined },
    ...(state.at === 'pressed' ? [] : [angleTag(end, angle, color)]),
  ]
}
