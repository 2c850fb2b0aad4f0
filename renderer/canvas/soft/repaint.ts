import type { Box } from '#common/geometry/box'
import type { Viewport } from '#common/geometry/space'
import { type SceneShape, shapeIn } from '../scene.ts'
import { changedIds, changedShapes } from '../still/changed.ts'
import type { StillView } from '../still/renderer.ts'
import { sameViewport } from '../viewport.ts'

/** With more changed shapes than this everything is drawn anew. */
const MOST_CHANGED = 64

/** Outlines and points reach this far out of the bounds of their shape, in view pixels. */
export const BLEED = 8

/** What of the shapes must be drawn anew: nothing, all, or what lies in a box of image pixels. */
export type Repaint = 'nothing' | 'all' | Box

export function repaintOf(before: StillView | undefined, after: StillView): Repaint {
  if (!before || before.look !== after.look || before.isBare !== after.isBare) return 'all'
  if (!sameViewport(before.viewport, after.viewport)) return 'all'
  const shapes = drawnOtherwise(before, after)
  if (shapes.length > MOST_CHANGED) return 'all'
  return shapes.length === 0 ? 'nothing' : around(shapes, after.viewport)
}

/** Whether only the place differs from which the shapes are looked at. */
export function isOnlyMoved(before: StillView, after: StillView): boolean {
  const isSame = before.look === after.look && before.isBare === after.isBare
  return isSame && !sameViewport(before.viewport, after.viewport) && drawnOtherwise(before, after).length === 0
}

function drawnOtherwise(before: StillView, after: StillView): readonly SceneShape[] {
  const ids = changedIds(before.omitted, after.omitted).union(changedIds(before.selected, after.selected))
  const chosen = [...ids].flatMap((id) => [shapeIn(before.scene, id) ?? [], shapeIn(after.scene, id) ?? []].flat())
  return [
    ...chosen,
    ...changedShapes(before.scene.shapes, after.scene.shapes),
    ...changedShapes(before.proposals.shapes, after.proposals.shapes),
  ]
}

function around(shapes: readonly SceneShape[], { scale }: Viewport): Box {
  const bounds = shapes.map((shape) => shape.bounds)
  const bleed = BLEED / scale
  return {
    x0: Math.min(...bounds.map(({ x0 }) => x0)) - bleed,
    y0: Math.min(...bounds.map(({ y0 }) => y0)) - bleed,
    x1: Math.max(...bounds.map(({ x1 }) => x1)) + bleed,
    y1: Math.max(...bounds.map(({ y1 }) => y1)) + bleed,
  }
}
