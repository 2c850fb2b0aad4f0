import { traceMask } from '#common/geometry/contour'
import { type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'
import type { RunLengths } from '#common/geometry/rle'
import { simplifyRing } from '#common/geometry/simplify'
import type { Size } from '#common/geometry/space'
import { coarseMask } from './coarse.ts'

/** Networks know nothing finer: their masks have 256 cells along the longer side of the image. */
const MOST_PIXELS = 512 * 512
/** How far an outline may run beside the pixels' own border, in pixels of the mask and as a share of the object. */
const [TOLERANCE, SMALL_TOLERANCE] = [1, 0.05]
/** Parts and holes that cover less of the object are specks of the network. */
const LEAST_SHARE = 0.002

/** The borders of an object, its holes among them, as a person would draw them. */
export function ringsOf(counts: RunLengths, size: Size): Rings {
  const found = coarseMask(counts, size, MOST_PIXELS)
  if (found === undefined) return []
  const traced = traceMask(found.mask)
  const area = traced.reduce((sum, ring) => sum + signedRingArea(ring), 0)
  const tolerance = Math.min(TOLERANCE, SMALL_TOLERANCE * Math.sqrt(area))
  const across = (x: number) => Math.min(size.width, found.left + x * found.step)
  const down = (y: number) => Math.min(size.height, found.top + y * found.step)
  const placed = (ring: Ring) => ring.map((value, i) => (i % 2 === 0 ? across(value) : down(value)))
  return traced
    .filter((ring) => Math.abs(signedRingArea(ring)) >= LEAST_SHARE * area)
    .map((ring) => placed(simplifyRing(ring, tolerance)))
}
