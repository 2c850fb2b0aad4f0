import { type Rings, ringsBounds } from '#common/geometry/polygon'
import { simplifyRings } from '#renderer/canvas/simplify'

export const MOST_DETAIL = 10
export const USUAL_DETAIL = 7

/**
 * Tolerance at the finest level, as a fraction of the object's size, so that a level means the same at every zoom. Each
 * coarser level allows half as much again.
 */
const FINEST_SHARE = 0.0006
const STEP = 1.5

/** Returns the tolerance of a level of detail, in image pixels. */
export function detailTolerance(rings: Rings, detail: number): number {
  if (detail >= MOST_DETAIL) return 0
  const { x0, y0, x1, y1 } = ringsBounds(rings)
  return Math.hypot(x1 - x0, y1 - y0) * FINEST_SHARE * STEP ** (MOST_DETAIL - detail)
}

/** Returns the level of detail closest to a tolerance in image pixels. */
export function detailLevel(rings: Rings, tolerance: number): number {
  const levels = Array.from({ length: MOST_DETAIL + 1 }, (_, level) => level)
  const awayAt = (level: number) => Math.abs(detailTolerance(rings, level) - tolerance)
  return levels.reduce((best, level) => (awayAt(level) < awayAt(best) ? level : best))
}

const made = new WeakMap<Rings, { readonly detail: number; readonly rings: Rings }>()

/** Returns the outline at a level of detail. The last result is cached, since it is drawn again and again. */
export function detailedRings(rings: Rings, detail: number): Rings {
  const last = made.get(rings)
  if (last?.detail === detail) return last.rings
  const simple = simplifyRings(rings, detailTolerance(rings, detail))
  made.set(rings, { detail, rings: simple })
  return simple
}
