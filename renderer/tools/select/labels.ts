import type { Change } from '#common/annotation/edit'
import { isPlaced } from '#common/annotation/shape'
import { act, KIND_WORDS } from '#renderer/words/acts'
import { hasCorner, type SelectState } from './state.ts'
import { erasingLabel } from './vertices.ts'

/** Returns the name of a gesture for the history. */
export function labelOf(state: SelectState, changes: readonly Change[]): string {
  if (state.at === 'erasing') return erasingLabel(changes)
  const vertices = movedVertices(state, changes)
  if (vertices > 1) return act('Move {{count}} vertices', { count: vertices })
  const way = vertices === 1 ? 'corner' : actOf(state)
  const [first] = changes
  return WHOLE_LABELS.get(way) ?? shapesLabel(WAYS.get(way) ?? 'move', first?.before ?? null, changes.length)
}

/** Returns how many vertices of the outline are moved; 0 if whole shapes are. */
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

/** Returns a name such as "Move box" or "Turn 3 shapes". */
function shapesLabel(way: Way, shape: Change['before'], count: number): string {
  const { one, many } = SHAPE_LABELS[way]
  return count === 1 && shape && isPlaced(shape) ? one(KIND_WORDS[shape.kind]) : many(count)
}

type Way = 'move' | 'resize' | 'turn'

const SHAPE_LABELS: Readonly<
  Record<Way, { readonly one: (thing: string) => string; readonly many: (count: number) => string }>
> = {
  move: {
    one: (thing) => act('Move {{thing}}', { thing }),
    many: (count) => act('Move {{count}} shapes', { count }),
  },
  resize: {
    one: (thing) => act('Resize {{thing}}', { thing }),
    many: (count) => act('Resize {{count}} shapes', { count }),
  },
  turn: {
    one: (thing) => act('Turn {{thing}}', { thing }),
    many: (count) => act('Turn {{count}} shapes', { count }),
  },
}

const WHOLE_LABELS: ReadonlyMap<string, string> = new Map([
  ['corner', act('Move vertex')],
  ['edge', act('Insert vertex')],
  ['keypoint', act('Move point')],
  ['detail', act('Change detail')],
])

const WAYS: ReadonlyMap<string, Way> = new Map([
  ['handle', 'resize'],
  ['grow', 'resize'],
  ['turn', 'turn'],
])
