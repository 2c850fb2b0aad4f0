import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { simplifyRings } from '#renderer/canvas/simplify'

export const MOST_DETAIL = 10
export const USUAL_DETAIL = 7

/** Each step down allows half as much deviation again; it is measured against the object, so it means the same at every zoom. */
const FINEST_SHARE = 0.0006
const STEP = 1.5

/** How far an outline may stray from the cut, in image pixels. */
export function detailTolerance(rings: Rings, detail: number): number {
  if (detail >= MOST_DETAIL) return 0
  const { x0, y0, x1, y1 } = ringsBounds(rings)
  return Math.hypot(x1 - x0, y1 - y0) * FINEST_SHARE * STEP ** (MOST_DETAIL - detail)
}

/** The level of detail that comes nearest to a deviation in image pixels. */
export function detailLevel(rings: Rings, tolerance: number): number {
  const levels = Array.from({ length: MOST_DETAIL + 1 }, (_, level) => level)
  const awayAt = (level: number) => Math.abs(detailTolerance(rings, level) - tolerance)
  return levels.reduce((best, level) => (awayAt(level) < awayAt(best) ? level : best))
}

const made = new WeakMap<Rings, { readonly detail: number; readonly rings: Rings }>()

/** The outline at a level of detail; the last one made of an outline is kept, since it is drawn again and again. */
export function detailedRings(rings: Rings, detail: number): Rings {
  const last = made.get(rings)
  if (last?.detail === detail) return last.rings
  const simple = simplifyRings(rings, detailTolerance(rings, detail))
  made.set(rings, { detail, rings: simple })
  return simple
}
