import type { Change } from '#common/annotation/edit'
import { isPlaced, type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { type Box, boxBetween } from '#common/geometry/box'
import type { Rings } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { type Corner, distance, withoutCorner } from '#renderer/canvas/outline'
import { nextUnder } from '#renderer/canvas/picking'
import { clampMove } from './frame.ts'
import {
  type Grip,
  gripAt,
  movedShape,
  pulledCorner,
  pulledEdge,
  pulledKeypoint,
  resizedBox,
  turnedKeypoint,
} from './grips.ts'
import {
  KIND_WORDS,
  type Nudge,
  type PressEvent,
  type Pull,
  type Step,
  type ToolContext,
  type ToolEvent,
} from './tool.ts'
import { anchorOf, grownBox, isTurnable, resizedRotatedBox, turnedBy, turnedTo } from './turn.ts'

export type SelectState =
  /** `over` is what a press here would take hold of. */
  | { readonly at: 'idle'; readonly over: Grip | undefined }
  | ({ readonly at: 'pressed' | 'dragging'; readonly grip: Grip } & Pull)
  /** Keys are held down: how far they have moved, resized or turned the selection by now. */
  | Nudging

type Nudging = { readonly at: 'nudging' } & Nudge

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
      return nudged(state, event, context)
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
  const { at, shift, alt, ctrl, button } = event
  if (button !== 'main') return { state }
  const grip = gripAt(at, context)
  if (alt && grip.kind === 'corner') return withoutVertex(grip, context)
  if (alt && grip.kind === 'keypoint') return hiddenOrShown(grip, context)
  return { state: { at: 'pressed', grip, from: at, to: at, keys: { shift, alt, ctrl } } }
}

function withoutVertex({ id, corner }: { id: ShapeId; corner: Corner }, context: ToolContext): Step<SelectState> {
  const before = context.shape(id)
  const after = before && shapeWithout(before, corner)
  if (!before || !after) return { state: IDLE_SELECT }
  return { state: IDLE_SELECT, commit: { kind: 'edit', label: 'Delete vertex', changes: [{ before, after }] } }
}

/** Undefined where too few would be left. */
function shapeWithout(shape: PlacedShape, corner: Corner): PlacedShape | undefined {
  if (shape.kind === 'polyline') {
    return shape.points.length > 4 ? { ...shape, points: shape.points.toSpliced(corner.point * 2, 2) } : undefined
  }
  const rings = shape.kind === 'polygon' ? withoutCorner(shape.rings, corner) : undefined
  return shape.kind === 'polygon' && rings ? { ...shape, rings } : undefined
}

function hiddenOrShown({ id, point }: { id: ShapeId; point: number }, context: ToolContext): Step<SelectState> {
  const before = context.shape(id)
  if (before?.kind !== 'keypoints') return { state: IDLE_SELECT }
  const label = before.points[point]?.visibility === 2 ? 'Mark point hidden' : 'Mark point visible'
  return {
    state: IDLE_SELECT,
    commit: { kind: 'edit', label, changes: [{ before, after: turnedKeypoint(before, point) }] },
  }
}

type Moved = Extract<ToolEvent, { type: 'move' | 'up' }>

function moved(state: SelectState, { at, shift, alt, ctrl }: Moved, context: ToolContext): Step<SelectState> {
  if (state.at === 'nudging') return { state }
  if (state.at === 'idle') return { state: { at: 'idle', over: gripAt(at, context) } }
  const held = { ...state, to: at, keys: { shift, alt, ctrl } }
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
  if (state.at === 'nudging') return nudgedSelection(context, state)
  if (state.at !== 'dragging') return []
  const { grip, from, to } = state
  if (grip.kind === 'selection') return movedSelection(context, { x: to.x - from.x, y: to.y - from.y })
  if (grip.kind === 'shapes' || grip.kind === 'ground') return []
  const before = context.shape(grip.id)
  const after = before && pulledShape(before, { grip, pull: state, context })
  return before && after && after !== before ? [{ before, after }] : []
}

interface Pulling {
  readonly grip: Grip
  readonly pull: Pull
  readonly context: ToolContext
}

function pulledShape(shape: PlacedShape, { grip, pull, context: { frame } }: Pulling): PlacedShape | undefined {
  switch (grip.kind) {
    case 'handle':
      return pulledHandle(shape, grip, { pull, frame })
    case 'turn':
      return turnedShape(shape, pull)
    case 'keypoint':
      return withKeypoint(shape, grip.point, { pull, frame })
    case 'corner':
      return withRings(shape, (rings) => pulledCorner(rings, grip.corner, { pull, frame }))
    case 'edge':
      return withRings(shape, (rings) => pulledEdge(rings, grip.after, { pull, frame }))
    case 'selection':
    case 'shapes':
    case 'ground':
      return undefined
  }
}

function pulledHandle(
  shape: PlacedShape,
  grip: Extract<Grip, { kind: 'handle' }>,
  by: { readonly pull: Pull; readonly frame: Size },
): PlacedShape | undefined {
  if (shape.kind === 'rotated-box') return { ...shape, box: resizedRotatedBox(shape.box, grip, by) }
  if (shape.kind !== 'box' && shape.kind !== 'keypoints') return undefined
  return { ...shape, box: resizedBox(shape.box, grip, by) }
}

function turnedShape(shape: PlacedShape, pull: Pull): PlacedShape | undefined {
  return isTurnable(shape) ? turnedTo(shape, pull) : undefined
}

function withKeypoint(
  shape: PlacedShape,
  point: number,
  by: { readonly pull: Pull; readonly frame: Size },
): PlacedShape | undefined {
  return shape.kind === 'keypoints' ? pulledKeypoint(shape, point, by) : undefined
}

/** A line is one ring that is not closed. */
function withRings(shape: PlacedShape, change: (rings: Rings) => Rings): PlacedShape | undefined {
  if (shape.kind === 'polygon') return { ...shape, rings: change(shape.rings) }
  const [points] = shape.kind === 'polyline' ? change([shape.points]) : []
  return shape.kind === 'polyline' && points ? { ...shape, points } : undefined
}

/** Kinds that have no size or no direction of their own stay as they are. */
function nudgedSelection(context: ToolContext, nudge: Nudge): readonly Change[] {
  if (nudge.act === 'move') return movedSelection(context, nudge.by)
  const boxes = context.selection.flatMap((id) => context.shape(id) ?? []).filter(isTurnable)
  return boxes.map((before) => ({
    before,
    after: nudge.act === 'turn' ? turnedBy(before, nudge.by) : grownBox(before, nudge.by, context.frame),
  }))
}

function movedSelection(
  { selection, shape, frame }: ToolContext,
  by: { readonly x: number; readonly y: number },
): readonly Change[] {
  const shapes = selection.flatMap((id) => shape(id) ?? [])
  if (shapes.length === 0) return []
  const bounds = shapes.map((each) => anchorOf(each, shapeBounds(each)))
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

/** Keys of another kind end the gesture that was under way. */
function nudged(state: SelectState, nudge: Nudge, context: ToolContext): Step<SelectState> {
  if (context.selection.length === 0 || state.at === 'pressed' || state.at === 'dragging') return { state }
  if (nudge.act === 'turn' && !context.canTurn) return { state }
  const sum = state.at === 'nudging' ? together(state, nudge) : nudge
  if (sum) return { state: nudging(sum) }
  return { ...settled(state, context), state: nudging(nudge) }
}

function nudging(nudge: Nudge): Nudging {
  return nudge.act === 'turn'
    ? { at: 'nudging', act: 'turn', by: nudge.by }
    : { at: 'nudging', act: nudge.act, by: nudge.by }
}

/** Undefined where keys do different things. */
function together(one: Nudge, other: Nudge): Nudge | undefined {
  if (one.act === 'turn' && other.act === 'turn') return { act: 'turn', by: one.by + other.by }
  if (one.act === 'turn' || other.act === 'turn' || one.act !== other.act) return undefined
  return { act: one.act, by: { x: one.by.x + other.by.x, y: one.by.y + other.by.y } }
}

function settled(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at !== 'nudging') return { state }
  const changes = inHand(state, context)
  if (changes.length === 0) return { state: IDLE_SELECT }
  return { state: IDLE_SELECT, commit: { kind: 'edit', label: labelOf(state, changes), changes } }
}

function labelOf(state: SelectState, changes: readonly Change[]): string {
  const act = actOf(state)
  const [first] = changes
  return WHOLE_LABELS.get(act) ?? `${VERBS.get(act) ?? 'Move'} ${wordsFor(first?.before ?? null, changes.length)}`
}

function actOf(state: SelectState): string {
  if (state.at === 'dragging') return state.grip.kind
  return state.at === 'nudging' ? state.act : 'move'
}

function wordsFor(shape: Change['before'], count: number): string {
  if (count > 1) return `${count} shapes`
  return shape && isPlaced(shape) ? KIND_WORDS[shape.kind] : 'shape'
}

const WHOLE_LABELS: ReadonlyMap<string, string> = new Map([
  ['corner', 'Move vertex'],
  ['edge', 'Insert vertex'],
  ['keypoint', 'Move point'],
])

const VERBS: ReadonlyMap<string, string> = new Map([
  ['handle', 'Resize'],
  ['grow', 'Resize'],
  ['turn', 'Turn'],
])
