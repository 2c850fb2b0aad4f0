import { isTraced, ringsOfMask } from '#common/geometry/mask-outline'
import type { Rings } from '#common/geometry/polygon'
import type { SceneShape } from '../scene.ts'

/**
 * Returns the outline of any shape. That of a mask is traced on first use, which takes some milliseconds for a large
 * one.
 */
export function outlineOf({ rings, mask }: Pick<SceneShape, 'rings' | 'mask'>): Rings {
  return mask ? ringsOfMask(mask) : rings
}

/** Returns whether the outline is available without tracing. */
export function hasOutline({ mask }: Pick<SceneShape, 'mask'>): boolean {
  return !mask || isTraced(mask)
}
