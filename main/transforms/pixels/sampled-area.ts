import { type Affine, mapBox } from '#common/geometry/affine'
import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'

/** Returns the area that libvips draws for an affine map before any shift: the bounds of the rounded corners. */
export function sampledArea({ a, b, c, d }: Affine, from: Size): Box {
  const { x0, y0, x1, y1 } = mapBox({ a, b, c, d, e: 0, f: 0 }, { x0: 0, y0: 0, x1: from.width, y1: from.height })
  const [left, top] = [roundAway(x0), roundAway(y0)]
  return { x0: left, y0: top, x1: left + roundAway(x1 - x0), y1: top + roundAway(y1 - y0) }
}

function roundAway(value: number): number {
  return Math.sign(value) * Math.round(Math.abs(value))
}
