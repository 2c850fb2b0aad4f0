import { type Mask, maskArea } from '#common/geometry/mask'
import type { Place } from '../image/window.ts'
import { type Parts, partsOf } from './components.ts'

/** Holes up to this fraction of the object are filled. */
const SMALL_HOLE = 0.005
const TINY_HOLE = 20

/** Returns the components under the clicks (the largest one without clicks), with small holes filled. */
export function tidied(mask: Mask, clicks: readonly Place[]): Mask {
  const parts = partsOf(mask, 1)
  const kept = new Set(clicks.map(({ x, y }) => partAt(parts, mask, { x, y })))
  kept.delete(0)
  if (kept.size === 0) kept.add(largest(parts))
  const object = { ...mask, data: mask.data.map((_, i) => (kept.has(parts.label[i] ?? 0) ? 1 : 0)) }
  return withoutSmallHoles(object)
}

function withoutSmallHoles(object: Mask): Mask {
  const most = SMALL_HOLE * maskArea(object) + TINY_HOLE
  const { label, areas, onRim } = partsOf(object, 0)
  const isFilled = areas.map((area, part) => part > 0 && !onRim[part] && area < most)
  return { ...object, data: object.data.map((value, i) => (isFilled[label[i] ?? 0] ? 1 : value)) }
}

function partAt({ label }: Parts, { width, height }: Mask, { x, y }: Place): number {
  const [column, row] = [Math.min(width - 1, Math.floor(x)), Math.min(height - 1, Math.floor(y))]
  return column < 0 || row < 0 ? 0 : (label[row * width + column] ?? 0)
}

function largest({ areas }: Parts): number {
  return areas.reduce((best, area, part) => (part > 0 && area > (areas[best] ?? 0) ? part : best), 0)
}
