import type { Size } from '#common/geometry/space'
import { numberOf } from '../../labels/kit/reading.ts'

/** The size of an image as a label file says it, ready to be spread; files that do not know it say 0, 1 or nothing. */
export function declaredSize(width: unknown, height: unknown): { readonly size?: Size } {
  const [w, h] = [sideOf(width), sideOf(height)]
  return w === undefined || h === undefined ? {} : { size: { width: w, height: h } }
}

function sideOf(value: unknown): number | undefined {
  const side = typeof value === 'string' ? numberOf(value) : value
  return typeof side === 'number' && Number.isFinite(side) && side > 1 ? Math.round(side) : undefined
}
