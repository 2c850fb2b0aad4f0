import type { PlacedShape } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { shapesAt, shapesWithin } from '#renderer/canvas/picking'
import type { Scene } from '#renderer/canvas/scene'
import { uiFactor } from '#renderer/kit/app/ui-scale'
import type { ArmedContext } from '#renderer/tools/armed'
import { toolsOf } from '#renderer/tools/tools-of'
import { type DocumentView, isEditable } from '../document/document-state.ts'
import { hasOneMaskAClass } from '../mask/ground.ts'
import { type RegionDesk, regionFor } from '../mask/region-acts.ts'
import { neighboursOf } from '../smart/neighbours.ts'
import { armedClass, keepAsOf } from '../workbench/bench.ts'
import { newShapeId } from '../workbench/new-shape.ts'

/** The screen, as far as tools look at it. */
interface ToolDesk extends RegionDesk {
  readonly document: DocumentView | undefined
  readonly scene: Scene
  shape(id: ShapeId): PlacedShape | undefined
}

/** What the tool in hand may know; undefined while the image cannot be edited. */
export function toolContext(desk: ToolDesk): ArmedContext | undefined {
  const { bench, document, scene } = desk
  const { frame, viewport, selection, hidden, options, projectType, past } = bench
  if (!frame || past || !isEditable(document)) return undefined
  const shape = (id: ShapeId) => desk.shape(id)
  const isFree = (id: ShapeId) => !shape(id)?.isLocked
  const isVisible = ({ id }: { readonly id: ShapeId }) => !hidden.has(id) && isFree(id)
  return {
    frame,
    scale: viewport.scale / uiFactor(),
    selection: selection.filter(isFree),
    canTurn: toolsOf(projectType).includes('rotated-box'),
    skeleton: armedClass(bench)?.skeleton ?? undefined,
    snaps: options.snaps,
    welds: options.welds,
    shape,
    freshId: newShapeId,
    under: (point, slack) => shapesAt(scene, point, slack).filter(isVisible).map(idOf),
    within: (box, mode) => shapesWithin(scene, box, mode).filter(isVisible).map(idOf),
    detail: options.detail,
    acceptsEach: options.acceptsEach,
    keepAs: keepAsOf(bench),
    finish: options.finish,
    neighbours: options.isNeighbourly ? neighboursOf({ scene, hidden, shape }) : undefined,
    brush: options.brush,
    paintWay: options.paintWay,
    takesAll: hasOneMaskAClass(projectType),
    regionAt: (at, verb) => regionFor(desk, at, verb),
  }
}

/** The image is on screen, and its labels will be in a moment. */
export function isComing({ bench: { frame, past }, document }: Pick<ToolDesk, 'bench' | 'document'>): boolean {
  return frame !== undefined && !past && (document === undefined || document.load === 'loading')
}

function idOf({ id }: { readonly id: ShapeId }): ShapeId {
  return id
}
