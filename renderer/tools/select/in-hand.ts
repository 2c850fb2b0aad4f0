import type { Change } from '#common/annotation/edit'
import { type BoxShape, type PlacedShape, shapeBounds } from '#common/annotation/shape'
import { type Box, boxAround, boxBetween } from '#common/geometry/box'
import { imagePoint } from '#common/geometry/space'
import { detailedRings, detailTolerance } from '../detail.ts'
import { clampMove, isNothing } from '../frame.ts'
import { type Grip, movedShape, pulledKeypoint, resizedBox } from '../grips.ts'
import { isOutline } from '../outlines/outline-shape.ts'
import { snapOf } from '../snap/snap.ts'
import type { Nudge, Pull, Side, ToolContext } from '../tool.ts'
import { anchorOf, grownBox, isTurnable, resizedRotatedBox, turnedBy, turnedTo } from '../turn.ts'
import { type Held, hasCorner, pickedIn, type SelectState } from './state.ts'
import { insertedCorner, movedCorners, pulledCorners, withoutCorners } from './vertices.ts'

/** Returns the changes that a release would commit; none while nothing is held. */
export function inHand(state: SelectState, context: ToolContext): readonly Change[] {
  switch (state.at) {
    case 'nudging':
      return nudgedSelection(state, context)
    case 'dragging':
      return dragged(state, context)
    case 'erasing':
      return withoutCorners(state.shape, state.erased)
    case 'idle':
    case 'pressed':
      return []
  }
}

function dragged(state: Held, context: ToolContext): readonly Change[] {
  const { grip, from, to } = state
  if (grip.kind === 'selection') return movedSelection(context, { x: to.x - from.x, y: to.y - from.y })
  if (grip.kind === 'shapes' || grip.kind === 'ground') return []
  const before = context.shape(grip.id)
  if (!before) return []
  if (grip.kind === 'corner' || grip.kind === 'edge') return pulledOutline(before, { ...state, grip }, context)
  const after = pulledShape(before, { grip, pull: state, context })
  return after && after !== before ? [{ before, after }] : []
}

type VertexGrip = Extract<Grip, { kind: 'corner' | 'edge' }>

/** Moves a vertex together with the other picked ones. */
function pulledOutline(
  shape: PlacedShape,
  state: Held & { readonly grip: VertexGrip },
  context: ToolContext,
): readonly Change[] {
  if (!isOutline(shape)) return []
  const { grip, to, keys } = state
  if (grip.kind === 'edge') return insertedCorner(shape, grip.after, { to, alt: keys.alt, context })
  const picked = pickedIn(state, context)?.corners ?? []
  const corners = hasCorner(picked, grip.corner) ? picked : [grip.corner]
  return pulledCorners(shape, { corners, grip: grip.corner }, { pull: state, context })
}

interface Pulling {
  readonly grip: Extract<Grip, { kind: 'handle' | 'turn' | 'keypoint' }>
  readonly pull: Pull
  readonly context: ToolContext
}

function pulledShape(shape: PlacedShape, { grip, pull, context }: Pulling): PlacedShape | undefined {
  const { frame } = context
  switch (grip.kind) {
    case 'handle':
      return pulledHandle(shape, grip, { pull, context })
    case 'turn':
      return isTurnable(shape) ? turnedTo(shape, pull) : undefined
    case 'keypoint':
      return shape.kind === 'keypoints' ? pulledKeypoint(shape, grip.point, { pull, frame }) : undefined
  }
}

type Handle = Extract<Grip, { kind: 'handle' }>

/** Snaps the dragged corner or side of an upright box exactly; the other sides stay. */
function snappedBox(
  { box }: BoxShape,
  { x, y }: Handle,
  { pull, context }: { readonly pull: Pull; readonly context: ToolContext },
): Box | undefined {
  const { from, to, keys } = pull
  if (keys.alt || keys.shift) return undefined
  const wanted = imagePoint(
    pulledTo(to.x, to.x - from.x, pulledSide(x, box.x0, box.x1)),
    pulledTo(to.y, to.y - from.y, pulledSide(y, box.y0, box.y1)),
  )
  const snap = snapOf(wanted, context, new Set(context.selection))
  if (!snap) return undefined
  const near = imagePoint(x === 0 ? box.x0 : snap.at.x, y === 0 ? box.y0 : snap.at.y)
  const far = imagePoint(x > 0 ? box.x0 : box.x1, y > 0 ? box.y0 : box.y1)
  const snapped = boxBetween(near, far)
  return isNothing(snapped) ? undefined : snapped
}

/** Returns the coordinate of the dragged side; undefined if the handle does not move in this direction. */
function pulledSide(side: Side, low: number, high: number): number | undefined {
  if (side === 0) return undefined
  return side < 0 ? low : high
}

/** Returns the dragged side moved as far as the pointer, or the pointer itself if no side is dragged. */
function pulledTo(pointer: number, by: number, start: number | undefined): number {
  return start === undefined ? pointer : start + by
}

function pulledHandle(
  shape: PlacedShape,
  grip: Handle,
  by: { readonly pull: Pull; readonly context: ToolContext },
): PlacedShape | undefined {
  const { pull, context } = by
  const { frame } = context
  const snapped = shape.kind === 'box' ? snappedBox(shape, grip, by) : undefined
  if (shape.kind === 'box' && snapped) return { ...shape, box: snapped }
  if (shape.kind === 'rotated-box') return { ...shape, box: resizedRotatedBox(shape.box, grip, { pull, frame }) }
  if (shape.kind !== 'box' && shape.kind !== 'keypoints') return undefined
  return { ...shape, box: resizedBox(shape.box, grip, { pull, frame }) }
}

/** Moves the picked vertices, or else the selection. */
function nudgedSelection(state: Extract<SelectState, { at: 'nudging' }>, context: ToolContext): readonly Change[] {
  const picked = state.act === 'move' ? pickedIn(state, context) : undefined
  if (picked && state.act === 'move') return movedCorners(picked.shape, picked.corners, { by: state.by, context })
  return nudgedShapes(context, state)
}

/** Applies a nudge. Shapes without a size or a direction stay unchanged. */
function nudgedShapes(context: ToolContext, nudge: Nudge): readonly Change[] {
  if (nudge.act === 'move') return movedSelection(context, nudge.by)
  if (nudge.act === 'detail') return detailedSelection(context, nudge.level)
  const boxes = context.selection.flatMap((id) => context.shape(id) ?? []).filter(isTurnable)
  return boxes.map((before) => ({
    before,
    after: nudge.act === 'turn' ? turnedBy(before, nudge.by) : grownBox(before, nudge.by, context.frame),
  }))
}

/** Changes the detail of outlines that have an original before simplification. */
function detailedSelection({ selection, shape }: ToolContext, level: number): readonly Change[] {
  return selection.flatMap((id) => {
    const before = shape(id)
    if (before?.kind !== 'polygon' || !before.drawn || before.isLocked === true) return []
    const { rings } = before.drawn
    const detail = detailTolerance(rings, level)
    if (detail === before.drawn.detail) return []
    return [{ before, after: { ...before, rings: detailedRings(rings, level), drawn: { rings, detail } } }]
  })
}

function movedSelection(
  { selection, shape, frame }: ToolContext,
  by: { readonly x: number; readonly y: number },
): readonly Change[] {
  const shapes = selection.flatMap((id) => shape(id) ?? [])
  if (shapes.length === 0) return []
  const around = boxAround(shapes.map((each) => anchorOf(each, shapeBounds(each))))
  const move = clampMove(around, by, frame)
  if (move.x === 0 && move.y === 0) return []
  return shapes.map((before) => ({ before, after: movedShape(before, move) }))
}

/** Merges two nudges; undefined if they do different things. */
export function together(one: Nudge, other: Nudge): Nudge | undefined {
  if (one.act === 'detail' || other.act === 'detail') return one.act === other.act ? other : undefined
  if (one.act === 'turn' && other.act === 'turn') return { act: 'turn', by: one.by + other.by }
  if (one.act === 'turn' || other.act === 'turn' || one.act !== other.act) return undefined
  return { act: one.act, by: { x: one.by.x + other.by.x, y: one.by.y + other.by.y } }
}
