import type { Rings } from '#common/geometry/polygon'
import { simplifyRings } from '../simplify.ts'

/** Maximum deviation of a simplified outline, in image pixels, from fine to coarse. */
const TOLERANCES = [0, 0.5, 2, 8] as const

export const FINEST = 0

/** Index into `TOLERANCES`. */
export type Level = number

/** Deviation that is too small to see, in device pixels. */
const UNSEEN = 0.5

/** Returns the coarsest level without visible deviation. `scale` is in device pixels per image pixel. */
export function levelFor(scale: number): Level {
  return Math.max(
    FINEST,
    TOLERANCES.findLastIndex((tolerance) => tolerance * scale <= UNSEEN),
  )
}

const decimated = new WeakMap<Rings, Map<Level, Rings>>()

/** Returns whether the outline at a level is cached. */
export function hasRingsAt(rings: Rings, level: Level): boolean {
  return level === FINEST || decimated.get(rings)?.has(level) === true
}

/** Returns the outline at a level, cached per outline. */
export function ringsAt(rings: Rings, level: Level): Rings {
  if (level === FINEST) return rings
  const known = decimated.get(rings) ?? new Map<Level, Rings>()
  decimated.set(rings, known)
  const made = known.get(level) ?? simplifyRings(rings, TOLERANCES[level] ?? 0)
  known.set(level, made)
  return made
}
