import type { Box } from '#common/geometry/box'
import type { Scene, SceneShape } from '../scene.ts'

/** With more shapes than this, small ones are drawn in a cheaper and quieter way. */
const CROWD = 400

/**
 * Longer sides in view pixels below which a shape is part of a density, a dot, or in a crowd: a speck of its colour, then a thin line
 * on a dark ground. Of a speck an outline would leave nothing but a pattern that beats against the pixels of the screen.
 */
export const FAINT = 1.5
export const DOT = 3
export const SPECK = 8
export const SMALL = 18

/** Below this side the points of an object would run together. */
export const POINTS = 56

/** Sides of a dot, of its core, and how much of its colour a shape adds to a density. */
export const DOT_SIDE = 4
export const DOT_CORE = 2
export const FAINT_SHARE = 0.35

/** How much of its colour covers what lies below a speck, and a dot of a crowd, which has no ground. */
export const SPECK_SHARE = 0.8

/** How much of the dark ground covers what lies below a small shape of a crowd. */
export const GROUND_SHARE = 0.4

export type Detail = 'faint' | 'dot' | 'speck' | 'small' | 'full'

export function isCrowd({ shapes }: Scene): boolean {
  return shapes.length > CROWD
}

/** With more masks than this their borders are made in the way that takes least time. */
const MASK_CROWD = 48

export function isMaskCrowd({ masks }: Scene): boolean {
  return masks.length > MASK_CROWD
}

/** How much of a shape can be seen. `side` in view pixels; what has no extent at all is a mark, not a shape that is far away. */
export function detailOf(side: number, isInCrowd: boolean): Detail {
  if (side === 0) return 'full'
  if (side < FAINT) return 'faint'
  if (side < DOT) return 'dot'
  if (!isInCrowd || side >= SMALL) return 'full'
  return side < SPECK ? 'speck' : 'small'
}

/** The longer side of a box. */
export function longerSide({ x0, y0, x1, y1 }: Box): number {
  return Math.max(x1 - x0, y1 - y0)
}

export type SkeletonDetail = 'rest' | 'crowd' | 'far'

export function skeletonDetail(side: number, isInCrowd: boolean): SkeletonDetail {
  if (side > 0 && side < POINTS) return 'far'
  return isInCrowd ? 'crowd' : 'rest'
}

/** Whether two shapes are drawn alike, whatever they are called. */
export function isDrawnAlike(a: SceneShape, b: SceneShape): boolean {
  if (a === b) return true
  const isSameArea = a.rings === b.rings && a.mask === b.mask
  return isSameArea && isInSameState(a, b) && sameSkeleton(a, b)
}

/** Whether two shapes would be drawn alike in the same place. */
export function isInSameState(a: SceneShape, b: SceneShape): boolean {
  return a.color === b.color && a.isCarried === b.isCarried && a.isLocked === b.isLocked
}

function sameSkeleton({ skeleton: a }: SceneShape, { skeleton: b }: SceneShape): boolean {
  return a === b || (a?.points === b?.points && a?.edges === b?.edges)
}
