import type { Change } from '#common/annotation/edit'
import { isPlaced } from '#common/annotation/shape'
import { KIND_WORDS } from '../tool.ts'
import { hasCorner, type SelectState } from './state.ts'
import { erasingLabel } from './vertices.ts'

/** What a gesture is called in the history. */
export function labelOf(state: SelectState, changes: readonly Change[]): string {
  if (state.at === 'erasing') return erasingLabel(changes)
  const vertices = movedVertices(state, changes)
  if (vertices > 1) return `Move ${vertices} vertices`
  const act = vertices === 1 ? 'corner' : actOf(state)
  const [first] = changes
  return WHOLE_LABELS.get(act) ?? `${VERBS.get(act) ?? 'Move'} ${wordsFor(first?.before ?? null, changes.length)}`
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

function wordsFor(shape: Change['before'], count: number): string {
  if (count > 1) return `${count} shapes`
  return shape && isPlaced(shape) ? KIND_WORDS[shape.kind] : 'shape'
}

const WHOLE_LABELS: ReadonlyMap<string, string> = new Map([
  ['corner', 'Move vertex'],
  ['edge', 'Insert vertex'],
  ['keypoint', 'Move point'],
  ['detail', 'Change detail'],
])

const VERBS: ReadonlyMap<string, string> = new Map([
  ['handle', 'Resize'],
  ['grow', 'Resize'],
  ['turn', 'Turn'],
])
