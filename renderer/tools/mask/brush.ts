import { type Ink, inked, NO_INK } from '#common/geometry/painting/ink'
import { type Brush, dabMiddle, sweptSpans } from '#common/geometry/painting/sweep'
import type { ImagePoint } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { PaintVerb, PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'
import { type Lasso, lassoInk, startedLasso, steppedLasso } from './lasso.ts'

/** Ways to choose pixels: strokes, an outline, a click into a hole or a part, a click on a color. */
export const PAINT_WAYS = ['stroke', 'lasso', 'fill', 'wand'] as const
export type PaintWay = (typeof PAINT_WAYS)[number]

/** `last` is the position of the last dab: a press with Shift draws a straight line from there. */
export type BrushState =
  | { readonly at: 'idle'; readonly last: ImagePoint | undefined }
  | { readonly at: 'painting'; readonly verb: PaintVerb; readonly ink: Ink; readonly last: ImagePoint }
  | Lasso

export const IDLE_BRUSH: BrushState = { at: 'idle', last: undefined }

export interface BrushContext extends ToolContext {
  readonly brush: Brush
  readonly paintWay: PaintWay
  /** Whether all masks of the image take part, as in semantic segmentation, or only the selected ones. */
  readonly takesAll: boolean
  /** Returns the pixels that a click selects; undefined if there are none. */
  regionAt(at: ImagePoint, verb: PaintVerb): Ink | undefined
}

type Painting = Extract<BrushState, { at: 'painting' }>

interface BrushHand {
  /** The effect of the main button; the second button does the opposite. */
  readonly verb: PaintVerb
  readonly context: BrushContext
}

/** Handles an event of the brush and eraser, which add pixels to masks or remove them. */
export function stepBrush(state: BrushState, event: ToolEvent, hand: BrushHand): Step<BrushState> {
  if (state.at === 'painting') return stepStroke(state, event, hand.context)
  if (state.at === 'outlining') return stepOutline(state, event, hand.context)
  if (event.type === 'down') return pressed(state.last, event, hand)
  return { state }
}

/** Handles an event during a stroke, which leaves dabs without gaps. */
function stepStroke(state: Painting, event: ToolEvent, context: BrushContext): Step<BrushState> {
  switch (event.type) {
    case 'move':
      return moved(state, event.at, context)
    case 'up':
      return released(moved(state, event.at, context))
    case 'settle':
      return released({ state })
    case 'cancel':
    case 'back':
      return { state: IDLE_BRUSH }
    case 'down':
    case 'enter':
    case 'again':
    case 'nudge':
      return { state }
  }
}

function stepOutline(lasso: Lasso, event: ToolEvent, context: BrushContext): Step<BrushState> {
  const next = steppedLasso(lasso, event, context)
  if (next === 'dropped') return { state: IDLE_BRUSH }
  if (next !== 'closed') return { state: next }
  return painted(IDLE_BRUSH, lasso.verb, lassoInk(lasso, context.frame))
}

function painted(state: BrushState, verb: PaintVerb, ink: Ink = NO_INK): Step<BrushState> {
  return { state, commit: { kind: 'paint', verb, ink } }
}

function pressed(lastDab: ImagePoint | undefined, event: PressEvent, hand: BrushHand): Step<BrushState> {
  const { at, shift, button } = event
  const { context } = hand
  const verb = button === 'main' ? hand.verb : OPPOSITE[hand.verb]
  if (context.paintWay === 'lasso') return { ...meeting(verb, at, context), state: startedLasso(event, verb, context) }
  if (context.paintWay !== 'stroke')
    return { ...meeting(verb, at, context), ...painted(IDLE_BRUSH, verb, context.regionAt(at, verb)) }
  return moved({ at: 'painting', verb, ink: NO_INK, last: (shift ? lastDab : undefined) ?? at }, at, context)
}

const OPPOSITE: Readonly<Record<PaintVerb, PaintVerb>> = { paint: 'erase', erase: 'paint' }

interface Meeting {
  readonly select?: readonly ShapeId[]
}

function moved(state: Painting, to: ImagePoint, context: BrushContext): Meeting & { readonly state: Painting } {
  const { brush, frame } = context
  if (state.ink !== NO_INK && isSameDab(state.last, to, brush)) return { state }
  const ink = inked(state.ink, sweptSpans(state.last, to, brush), frame)
  return { ...meeting(state.verb, to, context), state: { ...state, ink, last: to } }
}

function isSameDab(a: ImagePoint, b: ImagePoint, brush: Brush): boolean {
  const [from, to] = [dabMiddle(a, brush), dabMiddle(b, brush)]
  return from.x === to.x && from.y === to.y
}

/** While no mask is selected, the eraser picks the first mask that it touches. */
function meeting(verb: PaintVerb, at: ImagePoint, context: BrushContext): Meeting {
  const { takesAll, selection, shape, under } = context
  const isMask = (id: ShapeId) => shape(id)?.kind === 'mask'
  if (verb === 'paint' || takesAll || selection.some(isMask)) return {}
  const met = under(at, 0).find(isMask)
  return met ? { select: [met] } : {}
}

function released({ state, ...step }: Meeting & { readonly state: Painting }): Step<BrushState> {
  const { verb, ink, last } = state
  return { ...step, state: { at: 'idle', last }, commit: { kind: 'paint', verb, ink } }
}
