import { editName } from '#common/annotation/edit-name'
import type { ShapeId } from '#common/ids'
import { REACH } from '#renderer/canvas/looks'
import { distance } from '#renderer/canvas/outline'
import { nextUnder } from '#renderer/canvas/picking'
import { type Grip, gripAt, turnedKeypoint } from '../grips.ts'
import type { Nudge, PressEvent, Step, ToolContext, ToolEvent } from '../tool.ts'
import { inHand, together } from './in-hand.ts'
import { labelOf } from './labels.ts'
import { caught, caughtVertices, marqueeOf } from './marquee.ts'
import { pickedAfter, pickedByClick } from './picks.ts'
import {
  type Erasing,
  type Held,
  IDLE_SELECT,
  type Nudging,
  type Picked,
  pickedIn,
  type SelectState,
  selectedOutline,
} from './state.ts'
import { erasedAlong } from './vertices.ts'

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
      return cancelled(state, context)
    case 'enter':
    case 'back':
    case 'again':
      return { state }
  }
}

/** A gesture is given up; at rest the picked vertices are, and then the selection. */
function cancelled(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at !== 'idle' || pickedIn(state, context)) return { state: IDLE_SELECT }
  return { state, select: [] }
}

function pressed(state: SelectState, event: PressEvent, context: ToolContext): Step<SelectState> {
  const { at, shift, alt, ctrl, button } = event
  if (button !== 'main') return { state }
  const shape = selectedOutline(context)
  const grip = gripAt(at, context)
  if (alt && shape)
    return { state: erasedAlong({ at: 'erasing', shape, to: at, erased: [], picked: undefined }, at, context.scale) }
  if (alt && grip.kind === 'keypoint') return hiddenOrShown(grip, context)
  const held = { at: 'pressed', from: at, to: at, keys: { shift, alt, ctrl } } as const
  // With Ctrl a marquee for vertices begins anywhere, also inside of their outline.
  const isMarquee = ctrl && shape && grip.kind !== 'corner' && grip.kind !== 'edge'
  return { state: { ...held, grip: isMarquee ? { kind: 'ground' } : grip, picked: pickedIn(state, context) } }
}

function hiddenOrShown({ id, point }: { id: ShapeId; point: number }, context: ToolContext): Step<SelectState> {
  const before = context.shape(id)
  if (before?.kind !== 'keypoints') return { state: IDLE_SELECT }
  const label = before.points[point]?.visibility === 2 ? editName('edit-point-hidden') : editName('edit-point-visible')
  return {
    state: IDLE_SELECT,
    commit: { kind: 'edit', label, changes: [{ before, after: turnedKeypoint(before, point) }] },
  }
}

type Moved = Extract<ToolEvent, { type: 'move' | 'up' }>

function moved(state: SelectState, { at, shift, alt, ctrl }: Moved, context: ToolContext): Step<SelectState> {
  if (state.at === 'nudging') return { state }
  if (state.at === 'erasing') return { state: erasedAlong(state, at, context.scale) }
  if (state.at === 'idle') return { state: { at: 'idle', over: gripAt(at, context), picked: state.picked } }
  const held = { ...state, to: at, keys: { shift, alt, ctrl } }
  const isDrag = state.at === 'dragging' || distance(state.from, at) * context.scale >= REACH.drag
  return { state: isDrag ? { ...held, at: 'dragging' } : held }
}

function released(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at === 'idle' || state.at === 'nudging') return { state }
  const over = gripAt(state.to, context)
  if (state.at === 'pressed') return clicked(state, over, context)
  const marquee = marqueeOf(state)
  if (marquee && state.at === 'dragging') {
    const picked = caughtVertices(marquee, state, context)
    if (picked) return { state: { at: 'idle', over, picked } }
    return { state: { at: 'idle', over, picked: undefined }, select: caught(marquee, state, context) }
  }
  return committed(state, over, context)
}

function committed(state: Held | Erasing, over: Grip, context: ToolContext): Step<SelectState> {
  const changes = inHand(state, context)
  const picked = pickedAfter(state, changes[0]?.after ?? null, context)
  const idle = { at: 'idle', over, picked } as const
  if (changes.length === 0) return { state: idle }
  return { state: idle, commit: { kind: 'edit', label: labelOf(state, changes), changes } }
}

/** A click that did not move: the vertex under it, or the first shape, the next one when it is the selected one already. */
function clicked(state: Held, over: Grip, context: ToolContext): Step<SelectState> {
  const { grip, keys } = state
  const { selection } = context
  if (grip.kind === 'corner') return { state: { at: 'idle', over, picked: pickedByClick(state, grip, context) } }
  const idle = { at: 'idle', over, picked: undefined } as const
  if (grip.kind === 'ground') return { state: idle, ...(!keys.shift && { select: [] }) }
  if (grip.kind !== 'selection' && grip.kind !== 'shapes') return { state: idle }
  const [top] = grip.stack
  if (top === undefined) return { state: idle }
  if (keys.shift) return { state: idle, select: toggled(selection, top) }
  const current = selection.length === 1 ? selection[0] : undefined
  return { state: idle, select: [nextUnder(grip.stack, current) ?? top] }
}

function toggled(selection: readonly ShapeId[], id: ShapeId): readonly ShapeId[] {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id]
}

/** Keys of another kind end the gesture that was under way. */
function nudged(state: SelectState, nudge: Nudge, context: ToolContext): Step<SelectState> {
  if (context.selection.length === 0 || (state.at !== 'idle' && state.at !== 'nudging')) return { state }
  if (nudge.act === 'turn' && !context.canTurn) return { state }
  const sum = state.at === 'nudging' ? together(state, nudge) : nudge
  if (sum) return { state: nudging(sum, state.picked) }
  const before = settled(state, context)
  return { ...before, state: nudging(nudge, before.state.picked) }
}

function nudging(nudge: Nudge, picked: Picked | undefined): Nudging {
  switch (nudge.act) {
    case 'turn':
      return { at: 'nudging', act: nudge.act, by: nudge.by, picked }
    case 'detail':
      return { at: 'nudging', act: nudge.act, level: nudge.level, picked }
    case 'move':
    case 'grow':
      return { at: 'nudging', act: nudge.act, by: nudge.by, picked }
  }
}

function settled(state: SelectState, context: ToolContext): Step<SelectState> {
  if (state.at !== 'nudging') return { state }
  const changes = inHand(state, context)
  const picked = pickedAfter(state, changes[0]?.after ?? null, context)
  const idle = { at: 'idle', over: undefined, picked } as const
  if (changes.length === 0) return { state: idle }
  return { state: idle, commit: { kind: 'edit', label: labelOf(state, changes), changes } }
}
