import { type Box, boxAround } from '#common/geometry/box'
import { differingBounds, type MaskTile, tileBits, tileExtent, tilePlace } from '#common/geometry/masks/mask-tile'
import type { MaskTiles } from '#common/geometry/masks/mask-tiles'
import { TILE } from '#common/geometry/masks/tile-runs'
import type { Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { type SceneShape, shapeIn } from '../scene.ts'
import { changedIds, changedShapes } from '../still/changed.ts'
import { isInSameState } from '../still/detail.ts'
import type { StillView } from '../still/renderer.ts'
import { sameViewport } from '../viewport.ts'

/** With more changed shapes than this everything is redrawn. */
const MOST_CHANGED = 64

/** Reach of outlines and points beyond the bounds of their shape, in view pixels. */
export const BLEED = 8

/** Shapes to redraw: none, all, or those in a box of image pixels. */
export type Repaint = 'nothing' | 'all' | Box

export function repaintOf(before: StillView | undefined, after: StillView): Repaint {
  if (!before || before.look !== after.look || before.isBare !== after.isBare) return 'all'
  if (!sameViewport(before.viewport, after.viewport)) return 'all'
  const boxes = changedBoxes(before, after)
  if (boxes.length > MOST_CHANGED) return 'all'
  return boxes.length === 0 ? 'nothing' : around(boxes, after.viewport)
}

/** Returns whether the views differ only in their viewport. */
export function isOnlyMoved(before: StillView, after: StillView): boolean {
  const isSame = before.look === after.look && before.isBare === after.isBare
  return isSame && !sameViewport(before.viewport, after.viewport) && changedBoxes(before, after).length === 0
}

/** Returns the boxes of shapes whose drawing changed. */
function changedBoxes(before: StillView, after: StillView): readonly Box[] {
  const isLeftOut = (id: ShapeId) => before.omitted.has(id) && after.omitted.has(id)
  const ids = changedIds(before.omitted, after.omitted).union(changedIds(before.selected, after.selected))
  const chosen = [...ids].flatMap((id) => [shapeIn(before.scene, id) ?? [], shapeIn(after.scene, id) ?? []].flat())
  return [
    ...chosen.map(({ bounds }) => bounds),
    ...boxesOf(changedShapes(before.scene.shapes, after.scene.shapes).filter(({ id }) => !isLeftOut(id))),
    ...boxesOf(changedShapes(before.proposals.shapes, after.proposals.shapes)),
  ]
}

/** For a changed mask, returns only the boxes of pixels that differ. */
function boxesOf(shapes: readonly SceneShape[]): readonly Box[] {
  return [...Map.groupBy(shapes, ({ id }) => id).values()].flatMap(([a, b]) => {
    if (a?.mask && b?.mask && isInSameState(a, b)) return differingBoxes(a.mask, b.mask)
    return [a?.bounds ?? [], b?.bounds ?? []].flat()
  })
}

function differingBoxes(a: MaskTiles, b: MaskTiles): readonly Box[] {
  const tiles = new Set(a).symmetricDifference(new Set(b))
  return [...Map.groupBy(tiles, tilePlace).values()].flatMap(([tile, other]) => {
    if (!tile) return []
    const box = other ? differingBounds(tileBits(tile), tileBits(other)) : tileExtent(tile).bounds
    return box ? onImage(box, tile) : []
  })
}

function onImage({ x0, y0, x1, y1 }: Box, { column, row }: MaskTile): Box {
  const [left, top] = [column * TILE, row * TILE]
  return { x0: left + x0, y0: top + y0, x1: left + x1, y1: top + y1 }
}

function around(bounds: readonly Box[], { scale }: Viewport): Box {
  const [bleed, { x0, y0, x1, y1 }] = [BLEED / scale, boxAround(bounds)]
  return { x0: x0 - bleed, y0: y0 - bleed, x1: x1 + bleed, y1: y1 + bleed }
}

/**
 * Returns the box in view pixels, aligned to whole device pixels: a clip through one would leave traces of the old
 * content.
 */
export function toWholePixels({ x0, y0, x1, y1 }: Box, { scale, offsetX, offsetY }: Viewport, density: number): Box {
  const down = (view: number) => Math.floor(view * density) / density
  const up = (view: number) => Math.ceil(view * density) / density
  return {
    x0: down(x0 * scale + offsetX),
    y0: down(y0 * scale + offsetY),
    x1: up(x1 * scale + offsetX),
    y1: up(y1 * scale + offsetY),
  }
}
