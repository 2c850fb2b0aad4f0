import { boxArea } from '../geometry/box.ts'
import { fillRings, maskIou } from '../geometry/mask.ts'
import { maskTilesIou } from '../geometry/masks/mask-tiles.ts'
import type { Rings } from '../geometry/polygon.ts'
import { hasArea, type PlacedShape, shapeBounds, shapeRings } from './shape.ts'

/** Outlines are compared on a raster of at most this many cells per side, which is accurate to about a hundredth. */
const CELLS = 128

/** Kinds that equal their bounds. Objects with keypoints are compared by their boxes. */
const UPRIGHT: ReadonlySet<PlacedShape['kind']> = new Set(['box', 'keypoints'])

/**
 * Returns the IoU of two shapes, 0…1: exact for boxes and masks, on a raster for other outlines, and 0 for shapes
 * without area.
 */
export function shapeIou(a: PlacedShape, b: PlacedShape): number {
  if (!hasArea(a) || !hasArea(b)) return 0
  const [boundsA, boundsB] = [shapeBounds(a), shapeBounds(b)]
  const shared = {
    x0: Math.max(boundsA.x0, boundsB.x0),
    y0: Math.max(boundsA.y0, boundsB.y0),
    x1: Math.min(boundsA.x1, boundsB.x1),
    y1: Math.min(boundsA.y1, boundsB.y1),
  }
  const common = boxArea(shared)
  if (common === 0) return 0
  if (UPRIGHT.has(a.kind) && UPRIGHT.has(b.kind)) return common / (boxArea(boundsA) + boxArea(boundsB) - common)
  if (a.kind === 'mask' && b.kind === 'mask') return maskTilesIou(a.tiles, b.tiles)
  const [x0, y0] = [Math.min(boundsA.x0, boundsB.x0), Math.min(boundsA.y0, boundsB.y0)]
  const [x1, y1] = [Math.max(boundsA.x1, boundsB.x1), Math.max(boundsA.y1, boundsB.y1)]
  const grid = { width: CELLS, height: CELLS }
  const place = (rings: Rings) =>
    rings.map((ring) =>
      ring.map((value, index) => (index % 2 === 0 ? (value - x0) / (x1 - x0) : (value - y0) / (y1 - y0)) * CELLS),
    )
  return maskIou(fillRings(place(shapeRings(a)), grid), fillRings(place(shapeRings(b)), grid))
}
