import type { Change } from '#common/annotation/edit'
import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { type Box, boxBetween } from '#common/geometry/box'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { type Corner, distance, withoutCorner } from '#renderer/canvas/outline'
import { nextUnder } from '#renderer/canvas/picking'
import { clampMove } from './frame.ts'
import { type Grip, gripAt, movedShape, type Pull, pulledCorner, pulledEdge, resizedBox } from './grips.ts'
import type { PressEvent, Step, ToolContext, ToolEvent } from './tool.ts'

export type SelectState =
  /** `over` is what a press here would take hold of. */
  | { readonly at: 'idle'; readonly over: Grip | undefined }
  | ({ readonly at: 'pressed' | 'dragging'; readonly grip: Grip } & Pull)
  | { readonly at: 'nudging'; readonly by: { readonly x: number; readonly y: number } }

export const IDLE_SELECT: SelectState = { at: 'idle', over: undefined }

type Held = Extract<SelectState, { at: 'pressed' | 'dragging' }>

export function stepSelect(state: SelectState, event: ToolEvent, context: ToolContext): Step<SelectState> {
  switch (event.type) {
    case 'down':
      return pressed(state, event, context)
    case 'move':
      return moved(state, event, context)
    case 'up':
      return released(moved(state, event, context).state, context)
    case 'nudge':
      return nudged(state, event.by, context)
    case 'settle':
      return settled(state, context)
    case 'cancel':
      return cancelled(state)
    case 'enter':
    case 'back':
    case 'again':
      return { state }
  }
}

/** A gesture is given up; at rest the selection is. */
function cancelled(state: SelectState): Step<SelectState> {
  return state.at === 'idle' ? { state, select: [] } : { state: IDLE_SELECT }
}

function pressed(state: SelectState, event: PressEvent, context: ToolContext): Step<SelectState> {
  const { at, shift, alt, button } = event
  if (button !== 'main') return { state }
  const grip = gripAt(at, context)
  if (alt && grip.kind === 'corner') return withoutVertex(grip, context)
  return { state: { at: 'pressed', grip, from: at, to: at, keys: { shift, alt } } }
}

function withoutVertex({ id, corner }: { id: ShapeId; corner: Corner }, context: ToolContext): Step<SelectState> {
  const before = context.shape(id)
  const rings = before?.kind === 'polygon' ? withoutCorner(before.rings, corner) : undefined
  if (before?.kind !== 'polygon' || !rings) return { state: IDLE_SELECT }
  return {
    state: IDLE_SELECT,
    commit: { kind: 'edit', label: 'Delete vertex', changes: [{ before, after: { ...before, rings } }] },
  }
}

type Moved = Extract<ToolEvent, { type: 'move' | 'up' }>

function moved(state: SelectState, { at, shift, alt }: Moved, context: ToolContext): Step<SelectState> {
  if (state.at === 'nudging') return { state }
  if (state.at === 'idle') return { state: { at: 'idle', over: gripAt(at, context) } }
  const held = { ...state, to: at, keys: { shift, alt } }
  const isDrag = state.at === 'dragging' || distance(state.from, at) * context.scale >= REACH.drag
  return { state: isDrag ? { ...held, at: 'dragging' } : held }
}

function released(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at !== 'pressed' && state.at !== 'dragging') return { state }
  const over = gripAt(state.to, context)
  const idle = { at: 'idle', over } as const
  if (state.at === 'pressed') return { state: idle, ...clicked(state, context) }
  const marquee = marqueeOf(state)
  if (marquee) return { state: idle, select: caught(marquee, state, context) }
  const changes = inHand(state, context)
  return changes.length === 0
    ? { state: idle }
    : { state: idle, commit: { kind: 'edit', label: labelOf(state, changes), changes } }
}

/** A click that did not move: the first shape under it, the next one when it is the selected one already. */
function clicked({ grip, keys }: Held, { selection }: ToolContext): { select?: readonly ShapeId[] } {
  if (grip.kind === 'ground') return keys.shift ? {} : { select: [] }
  if (grip.kind !== 'selection' && grip.kind !== 'shapes') return {}
  const [top] = grip.stack
  if (top === undefined) return {}
  if (keys.shift) return { select: toggled(selection, top) }
  const current = selection.length === 1 ? selection[0] : undefined
  return { select: [nextUnder(grip.stack, current) ?? top] }
}

function toggled(selection: readonly ShapeId[], id: ShapeId): readonly ShapeId[] {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

export interface Marquee {
  readonly box: Box
  /** Drawn from right to left it takes whatever it touches, from left to right only what lies wholly inside. */
  readonly isTouching: boolean
}

export function marqueeOf(state: SelectState): Marquee | undefined {
  if (state.at !== 'dragging' || (state.grip.kind !== 'ground' && state.grip.kind !== 'shapes')) return undefined
  return { box: boxBetween(state.from, state.to), isTouching: state.to.x < state.from.x }
}

function caught({ box, isTouching }: Marquee, { keys }: Held, context: ToolContext): readonly ShapeId[] {
  const ids = context.within(box, isTouching ? 'touching' : 'inside')
  return keys.shift ? [...new Set([...context.selection, ...ids])] : ids
}

/** The changes that letting go now would commit; none while nothing is held. */
export function inHand(state: SelectState, context: ToolContext): readonly Change[] {
  if (state.at === 'nudging') return movedSelection(context, state.by)
  if (state.at !== 'dragging') return []
  const { grip, from, to } = state
  if (grip.kind === 'selection') return movedSelection(context, { x: to.x - from.x, y: to.y - from.y })
  if (grip.kind === 'shapes' || grip.kind === 'ground') return []
  const before = context.shape(grip.id)
  const after = before && pulledShape(before, { grip, pull: state, context })
  return before && after ? [{ before, after }] : []
}

interface Pulling {
  readonly grip: Grip
  readonly pull: Pull
  readonly context: ToolContext
}

function pulledShape(shape: PlacedShape, { grip, pull, context: { frame } }: Pulling): PlacedShape | undefined {
  if (grip.kind === 'handle' && shape.kind !== 'polygon')
    return { ...shape, box: resizedBox(shape.box, grip, { pull, frame }) }
  if (shape.kind !== 'polygon') return undefined
  if (grip.kind === 'corner') return { ...shape, rings: pulledCorner(shape.rings, grip.corner, { pull, frame }) }
  if (grip.kind === 'edge') return { ...shape, rings: pulledEdge(shape.rings, grip.after, { pull, frame }) }
  return undefined
}

function movedSelection(
  { selection, shape, frame }: ToolContext,
  by: { readonly x: number; readonly y: number },
): readonly Change[] {
  const shapes = selection.flatMap((id) => shape(id) ?? [])
  if (shapes.length === 0) return []
  const bounds = shapes.map(shapeBounds)
  const around = {
    x0: Math.min(...bounds.map(({ x0 }) => x0)),
    y0: Math.min(...bounds.map(({ y0 }) => y0)),
    x1: Math.max(...bounds.map(({ x1 }) => x1)),
    y1: Math.max(...bounds.map(({ y1 }) => y1)),
  }
  const move = clampMove(around, by, frame)
  if (move.x === 0 && move.y === 0) return []
  return shapes.map((before) => ({ before, after: movedShape(before, move) }))
}

function nudged(
  state: SelectState,
  by: { readonly x: number; readonly y: number },
  context: ToolContext,
): Step<SelectState> {
  if (context.selection.length === 0 || state.at === 'pressed' || state.at === 'dragging') return { state }
  const far = state.at === 'nudging' ? state.by : { x: 0, y: 0 }
  return { state: { at: 'nudging', by: { x: far.x + by.x, y: far.y + by.y } } }
}

function settled(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at !== 'nudging') return { state }
  const changes = inHand(state, context)
  if (changes.length === 0) return { state: IDLE_SELECT }
  return { state: IDLE_SELECT, commit: { kind: 'edit', label: labelOf(state, changes), changes } }
}

function labelOf(state: SelectState, changes: readonly Change[]): string {
  const grip = state.at === 'dragging' ? state.grip.kind : 'selection'
  if (grip === 'handle') return 'Resize box'
  if (grip === 'corner') return 'Move vertex'
  if (grip === 'edge') return 'Insert vertex'
  const [first] = changes
  return changes.length === 1 ? `Move ${first?.before?.kind ?? 'shape'}` : `Move ${changes.length} shapes`
}
