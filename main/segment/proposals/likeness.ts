import { fillRings, maskIou } from '#common/geometry/mask'
import { type Rings, ringsBounds } from '#common/geometry/polygon'

const GRID = 64

/** Returns the IoU of two objects, sampled on a small grid over both. */
export function likeness(a: Rings, b: Rings): number {
  const { x0, y0, x1, y1 } = ringsBounds([...a, ...b])
  const [across, down] = [GRID / (x1 - x0), GRID / (y1 - y0)]
  const onGrid = (rings: Rings) =>
    rings.map((ring) => ring.map((value, i) => (i % 2 === 0 ? (value - x0) * across : (value - y0) * down)))
  const size = { width: GRID, height: GRID }
  return maskIou(fillRings(onGrid(a), size), fillRings(onGrid(b), size))
}
