import type { Box } from '#common/geometry/box'
import type { Scene, SceneShape } from '../scene.ts'

/** Above this number of shapes, small ones are drawn in a cheaper and quieter way. */
const CROWD = 400

/**
 * Longer sides in view pixels below which a shape is drawn as part of a density, as a dot, and in a crowd as a speck of
 * its color, then as a thin line on a dark ground. The outline of a speck would alias with the screen's pixels.
 */
export const FAINT = 1.5
export const DOT = 3
export const SPECK = 8
export const SMALL = 18

/** Below this side the keypoints of an object would run together. */
export const POINTS = 56

/** Sides of a dot and of its core, and the opacity of a shape in a density. */
export const DOT_SIDE = 4
export const DOT_CORE = 2
export const FAINT_SHARE = 0.35

/** Opacity of a speck, and of a dot in a crowd, which has no ground. */
export const SPECK_SHARE = 0.8

/** Opacity of the dark ground of a small shape in a crowd. */
export const GROUND_SHARE = 0.4

export type Detail = 'faint' | 'dot' | 'speck' | 'small' | 'full'

export function isCrowd({ shapes }: Scene): boolean {
  return shapes.length > CROWD
}

/** Above this number of masks, borders are drawn in the fastest way. */
const MASK_CROWD = 48

export function isMaskCrowd({ masks }: Scene): boolean {
  return masks.length > MASK_CROWD
}

/**
 * Returns the level of detail for a shape. `side` is in view pixels. A shape without extent is a point and always
 * drawn.
 */
export function detailOf(side: number, isInCrowd: boolean): Detail {
  if (side === 0) return 'full'
  if (side < FAINT) return 'faint'
  if (side < DOT) return 'dot'
  if (!isInCrowd || side >= SMALL) return 'full'
  return side < SPECK ? 'speck' : 'small'
}

export function longerSide({ x0, y0, x1, y1 }: Box): number {
  return Math.max(x1 - x0, y1 - y0)
}

export type SkeletonDetail = 'rest' | 'crowd' | 'far'

export function skeletonDetail(side: number, isInCrowd: boolean): SkeletonDetail {
  if (side > 0 && side < POINTS) return 'far'
  return isInCrowd ? 'crowd' : 'rest'
}

/** Returns whether two shapes look the same, whatever their ids. */
export function isDrawnAlike(a: SceneShape, b: SceneShape): boolean {
  if (a === b) return true
  const isSameArea = a.rings === b.rings && a.mask === b.mask
  return isSameArea && isInSameState(a, b) && sameSkeleton(a, b)
}

/** Returns whether two shapes would look the same at the same position. */
export function isInSameState(a: SceneShape, b: SceneShape): boolean {
  return a.color === b.color && a.isCarried === b.isCarried && a.isLocked === b.isLocked
}

function sameSkeleton({ skeleton: a }: SceneShape, { skeleton: b }: SceneShape): boolean {
  return a === b || (a?.points === b?.points && a?.edges === b?.edges)
}
