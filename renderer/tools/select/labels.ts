import type { Change } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { isPlaced } from '#common/annotation/shape'
import type { Message } from '#common/messages/template'
import { hasCorner, type SelectState } from './state.ts'
import { erasingLabel } from './vertices.ts'

/** Name of a gesture in the history. */
export function labelOf(state: SelectState, changes: readonly Change[]): Message {
  if (state.at === 'erasing') return erasingLabel(changes)
  const vertices = movedVertices(state, changes)
  if (vertices > 1) return editName('edit-move-vertices', { count: vertices })
  const way = vertices === 1 ? 'corner' : actOf(state)
  const [first] = changes
  return WHOLE_LABELS.get(way) ?? shapesLabel(WAYS.get(way) ?? 'move', first?.before ?? null, changes.length)
}

/** How many of the outline that they were picked from; none where shapes are moved. */
function movedVertices(state: SelectState, [first]: readonly Change[]): number {
  const { picked } = state
  if (!picked || first?.before !== picked.shape) return 0
  if (state.at === 'nudging') return state.act === 'move' ? picked.corners.length : 0
  const isPulled =
    state.at === 'dragging' && state.grip.kind === 'corner' && hasCorner(picked.corners, state.grip.corner)
  return isPulled ? picked.corners.length : 0
}

function actOf(state: SelectState): string {
  if (state.at === 'dragging') return state.grip.kind
  return state.at === 'nudging' ? state.act : 'move'
}

/** "Move box", "Turn 3 shapes". */
function shapesLabel(way: Way, shape: Change['before'], count: number): Message {
  const { one, many } = SHAPE_LABELS[way]
  return count === 1 && shape && isPlaced(shape) ? one(kindName(shape.kind)) : many(count)
}

type Way = 'move' | 'resize' | 'turn'

const SHAPE_LABELS: Readonly<
  Record<Way, { readonly one: (kind: Message) => Message; readonly many: (count: number) => Message }>
> = {
  move: {
    one: (kind) => editName('edit-move', { kind }),
    many: (count) => editName('edit-move-shapes', { count }),
  },
  resize: {
    one: (kind) => editName('edit-resize', { kind }),
    many: (count) => editName('edit-resize-shapes', { count }),
  },
  turn: {
    one: (kind) => editName('edit-turn', { kind }),
    many: (count) => editName('edit-turn-shapes', { count }),
  },
}

const WHOLE_LABELS: ReadonlyMap<string, Message> = new Map([
  ['corner', editName('edit-move-vertices', { count: 1 })],
  ['edge', editName('edit-insert-vertex')],
  ['keypoint', editName('edit-move-point')],
  ['detail', editName('edit-detail')],
])

const WAYS: ReadonlyMap<string, Way> = new Map([
  ['handle', 'resize'],
  ['grow', 'resize'],
  ['turn', 'turn'],
])
