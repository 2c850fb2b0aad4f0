import { type Affine, compose, isAxisAligned, mapBox } from '#common/geometry/affine'
import type { Plan, Warp } from '../plan.ts'

/** Joins consecutive warps if the image stays the same, which saves resampling. */
export function fuseWarps(plans: readonly Plan[]): readonly Plan[] {
  const fused: Plan[] = []
  for (const plan of plans) {
    const last = fused.at(-1)
    const joined = last && joinWarps(last, plan)
    if (joined) fused.pop()
    fused.push(joined ?? plan)
  }
  return fused
}

/**
 * Joins two warps if boxes stay boxes, and the first one neither loses nor adds pixels or the second one only turns its
 * result.
 */
function joinWarps(first: Plan, second: Plan): Warp | undefined {
  if (first.kind !== 'warp' || second.kind !== 'warp') return undefined
  if (!isAxisAligned(first.affine) || !isAxisAligned(second.affine)) return undefined
  const affine = compose(first.affine, second.affine)
  if (fillsFrame(first)) return { ...second, affine, from: first.from }
  return isTurn(second.affine) && fillsFrame(second) ? { ...first, affine, frame: second.frame } : undefined
}

/** Returns whether the image fits the frame exactly. */
function fillsFrame({ affine, from, frame }: Warp): boolean {
  const { x0, y0, x1, y1 } = mapBox(affine, { x0: 0, y0: 0, x1: from.width, y1: from.height })
  return [x0, y0, x1 - frame.width, y1 - frame.height].every((gap) => Math.abs(gap) < 1e-6)
}

function isTurn({ a, b, c, d }: Affine): boolean {
  return [a, b, c, d].every((entry) => entry === 0 || Math.abs(entry) === 1)
}
