import { toImage } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { nearestEdge, nearestOpenEdge, withInserted } from '#renderer/canvas/outline'
import { act } from '#renderer/kit/words/acts'
import { t } from '#renderer/kit/words/words'
import { rounded } from '#renderer/tools/frame'
import { untangleEdit } from '#renderer/tools/outlines/crossing'
import { outlineRings, withOutline } from '#renderer/tools/outlines/outline-shape'
import { IDLE_SELECT, type Picked, pickedIn, selectedOutline } from '#renderer/tools/select/state'
import { erasingLabel, withoutCorners } from '#renderer/tools/select/vertices'
import { removeShapes } from '../workbench/shape-acts.ts'
import type { Workbench } from '../workbench/workbench.ts'

/** View pixels from the pointer within which a new vertex finds its edge. */
const INSERT_REACH = 40

/** The vertices that are picked out of the selected outline now. */
export function pickedVertices(bench: Workbench): Picked | undefined {
  const { armed } = bench.bench
  const context = bench.context()
  return context && armed.tool === 'select' ? pickedIn(armed.state, context) : undefined
}

/** The picked vertices go; where none are picked, the selected shapes do. */
export function deleteSelected(bench: Workbench): void {
  bench.settle()
  const picked = pickedVertices(bench)
  if (!picked) return removeShapes(bench)
  const changes = withoutCorners(picked.shape, picked.corners)
  if (changes.length === 0) return bench.announce(t('No vertex can go: too few would be left'))
  if (bench.edit({ label: erasingLabel(changes), changes }))
    bench.set({ armed: { tool: 'select', state: IDLE_SELECT } })
}

/** Escape lets go of the picked vertices first, then of the shapes. */
export function clearSelection(bench: Workbench): void {
  if (pickedVertices(bench)) bench.send({ type: 'cancel' })
  else bench.select([])
}

/** A new vertex where the outline is nearest to the pointer, or to the keyboard's cursor. */
export function insertVertex(bench: Workbench): void {
  bench.settle()
  const { cursor, pointer, viewport } = bench.bench
  const context = bench.context()
  const shape = context && selectedOutline(context)
  const at = cursor ?? (pointer && toImage(pointer, viewport))
  if (!shape || !at) return bench.announce(t('Select one polygon or line and point at its outline'))
  const rings = outlineRings(shape)
  const edge = (shape.kind === 'polygon' ? nearestEdge : nearestOpenEdge)(rings, at, INSERT_REACH / viewport.scale)
  if (!edge) return bench.announce(t('Point at the outline first'))
  const place = { x: rounded(edge.at.x), y: rounded(edge.at.y) }
  const after = withOutline(shape, withInserted(rings, edge.after, place))
  bench.edit({ label: act('Insert vertex'), changes: [{ before: shape, after }] })
}

/** An outline that crosses itself gets the rings that its area has. */
export function untangle(bench: Workbench, id: ShapeId): void {
  bench.settle()
  const shape = bench.shape(id)
  if (shape?.kind !== 'polygon') return
  const result = untangleEdit(shape)
  if (!result.ok) return bench.say({ kind: 'outline-refused', refusal: result.error })
  bench.edit(result.value)
}

export function toggleSnapping(bench: Workbench): void {
  const snaps = !bench.bench.options.snaps
  bench.setOptions({ snaps })
  bench.announce(snaps ? t('Vertices snap to what is near') : t('Vertices do not snap'))
}

export function toggleWelding(bench: Workbench): void {
  const welds = !bench.bench.options.welds
  bench.setOptions({ welds })
  bench.announce(welds ? t('Shared vertices move together') : t('Shared vertices move alone'))
}
