import { editName } from '#common/annotation/edit-name'
import { toImage } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { nearestEdge, nearestOpenEdge, withInserted } from '#renderer/canvas/outline'
import { rounded } from '#renderer/tools/frame'
import { SELECT } from '#renderer/tools/kinds/select'
import { untangleEdit } from '#renderer/tools/outlines/crossing'
import { outlineRings, withOutline } from '#renderer/tools/outlines/outline-shape'
import { type Picked, pickedIn, selectedOutline } from '#renderer/tools/select/state'
import { erasingLabel, withoutCorners } from '#renderer/tools/select/vertices'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import { removeShapes } from '../shapes/shapes.ts'

/** View pixels from the pointer within which a new vertex finds its edge. */
const INSERT_REACH = 40

/** The vertices that are picked out of the selected outline now. */
export function pickedVertices(editor: Editor): Picked | undefined {
  const state = SELECT.stateIn(editor.state.armed)
  const context = editor.context()
  return context && state ? pickedIn(state, context) : undefined
}

/** The picked vertices go; where none are picked, the selected shapes do. */
export function deleteSelected(editor: Editor): void {
  editor.settle()
  const picked = pickedVertices(editor)
  if (!picked) return removeShapes(editor)
  const changes = withoutCorners(picked.shape, picked.corners)
  if (changes.length === 0) return editor.announce(t('Cannot delete a vertex: too few would be left'))
  if (editor.edit({ label: erasingLabel(changes), changes })) editor.set({ armed: SELECT.idle })
}

/** Escape lets go of the picked vertices first, then of the shapes. */
export function clearSelection(editor: Editor): void {
  if (pickedVertices(editor)) editor.send({ type: 'cancel' })
  else editor.select([])
}

/** A new vertex where the outline is nearest to the pointer, or to the keyboard's cursor. */
export function insertVertex(editor: Editor): void {
  editor.settle()
  const { cursor, pointer, viewport } = editor.state
  const context = editor.context()
  const shape = context && selectedOutline(context)
  const at = cursor ?? (pointer && toImage(pointer, viewport))
  if (!shape || !at) return editor.announce(t('Select one polygon or line and point at its outline'))
  const rings = outlineRings(shape)
  const edge = (shape.kind === 'polygon' ? nearestEdge : nearestOpenEdge)(rings, at, INSERT_REACH / viewport.scale)
  if (!edge) return editor.announce(t('Point at the outline first'))
  const place = { x: rounded(edge.at.x), y: rounded(edge.at.y) }
  const after = withOutline(shape, withInserted(rings, edge.after, place))
  editor.edit({ label: editName('edit-insert-vertex'), changes: [{ before: shape, after }] })
}

/** An outline that crosses itself gets the rings that its area has. */
export function untangle(editor: Editor, id: ShapeId): void {
  editor.settle()
  const shape = editor.shape(id)
  if (shape?.kind !== 'polygon') return
  const result = untangleEdit(shape)
  if (!result.ok) return editor.say({ kind: 'outline-refused', refusal: result.error })
  editor.edit(result.value)
}

export function toggleSnapping(editor: Editor): void {
  const snaps = !editor.state.options.snaps
  editor.setOptions({ snaps })
  editor.announce(snaps ? t('Vertices snap to what is near') : t('Vertices do not snap'))
}

export function toggleWelding(editor: Editor): void {
  const welds = !editor.state.options.welds
  editor.setOptions({ welds })
  editor.announce(welds ? t('Shared vertices move together') : t('Shared vertices move alone'))
}
