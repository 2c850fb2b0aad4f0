import { isTraced, ringsOfMask } from '#common/geometry/mask-outline'
import type { Rings } from '#common/geometry/polygon'
import type { SceneShape } from '../scene.ts'

/** The outline of any shape. That of a mask is traced when it is asked for first, which takes some milliseconds for a large one. */
export function outlineOf({ rings, mask }: Pick<SceneShape, 'rings' | 'mask'>): Rings {
  return mask ? ringsOfMask(mask) : rings
}

/** Whether the outline is at hand. */
export function hasOutline({ mask }: Pick<SceneShape, 'mask'>): boolean {
  return !mask || isTraced(mask)
}
