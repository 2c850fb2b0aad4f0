import type { ShapeId } from '#common/ids'
import { shapesAt, shapesWithin } from '#renderer/canvas/picking'
import type { ArmedContext } from '#renderer/tools/armed'
import { uiFactor } from '#renderer/ui/app/ui-scale'
import { isEditable } from '../../model/document/document-state.ts'
import { armedClass, keepAsOf } from '../../model/editor-state.ts'
import { hasOneMaskAClass, takesTurnedBoxes } from '../../model/ground.ts'
import { newShapeId } from '../../model/new-shape.ts'
import type { EditorPort } from '../editor-port.ts'
import { regionFor } from '../edits/region-for.ts'
import { neighboursOf } from './neighbours.ts'

/** Context of the tool in hand; undefined while the image cannot be edited. */
export function toolContext(editor: EditorPort): ArmedContext | undefined {
  const { state, document, scene } = editor
  const { frame, viewport, selection, hidden, options, projectType, past } = state
  if (!frame || past || !isEditable(document)) return undefined
  const shape = (id: ShapeId) => editor.shape(id)
  const isFree = (id: ShapeId) => !shape(id)?.isLocked
  const isVisible = ({ id }: { readonly id: ShapeId }) => !hidden.has(id) && isFree(id)
  return {
    frame,
    scale: viewport.scale / uiFactor(),
    selection: selection.filter(isFree),
    canTurn: takesTurnedBoxes(projectType),
    skeleton: armedClass(state)?.skeleton ?? undefined,
    snaps: options.snaps,
    welds: options.welds,
    shape,
    freshId: newShapeId,
    under: (point, slack) => shapesAt(scene, point, slack).filter(isVisible).map(idOf),
    within: (box, mode) => shapesWithin(scene, box, mode).filter(isVisible).map(idOf),
    detail: options.detail,
    acceptsEach: options.acceptsEach,
    keepAs: keepAsOf(state),
    finish: options.finish,
    neighbours: options.isNeighbourly ? neighboursOf({ scene, hidden, shape }) : undefined,
    brush: options.brush,
    paintWay: options.paintWay,
    takesAll: hasOneMaskAClass(projectType),
    regionAt: (at, verb) => regionFor(editor, at, verb),
  }
}

/** The image is on screen, and its labels will be in a moment. */
export function isComing({ state: { frame, past }, document }: Pick<EditorPort, 'state' | 'document'>): boolean {
  return frame !== undefined && !past && (document === undefined || document.load === 'loading')
}

function idOf({ id }: { readonly id: ShapeId }): ShapeId {
  return id
}
