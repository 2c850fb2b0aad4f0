import type { Rings } from '#common/geometry/polygon'
import { simplifyRings } from '../simplify.ts'

/** How far a decimated outline may lie beside the true one, in image pixels, from fine to coarse. */
const TOLERANCES = [0, 0.5, 2, 8] as const

export const FINEST = 0

/** A place in the list of tolerances. */
export type Level = number

/** Error too small to be seen, in device pixels. */
const UNSEEN = 0.5

/** The coarsest level whose error is not seen. `scale`: device pixels per image pixel. */
export function levelFor(scale: number): Level {
  return Math.max(
    FINEST,
    TOLERANCES.findLastIndex((tolerance) => tolerance * scale <= UNSEEN),
  )
}

const decimated = new WeakMap<Rings, Map<Level, Rings>>()

/** Whether the outline at a level has been made already. */
export function hasRingsAt(rings: Rings, level: Level): boolean {
  return level === FINEST || decimated.get(rings)?.has(level) === true
}

/** The outline at a level: the same object for the same outline, made when it is asked for first. */
export function ringsAt(rings: Rings, level: Level): Rings {
  if (level === FINEST) return rings
  const known = decimated.get(rings) ?? new Map<Level, Rings>()
  decimated.set(rings, known)
  const made = known.get(level) ?? simplifyRings(rings, TOLERANCES[level] ?? 0)
  known.set(level, made)
  return made
}
