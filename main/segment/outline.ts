import { traceMask } from '#common/geometry/contour'
import type { Ring, Rings } from '#common/geometry/polygon'
import { simplifyRing } from '#common/geometry/simplify'
import type { Size } from '#common/geometry/space'
import type { Fine } from './cut/refine.ts'
import { levelOf, type Pyramid } from './image/raster.ts'
import { ringsArea } from './proposals/proposals.ts'

/** Tolerance of the outline in pixels of the mask, and as a fraction of a small object. */
const [TOLERANCE, SMALL_TOLERANCE] = [1, 0.05]

/** Returns the border of a mask in pixels of the shown image, clamped to it. */
export function outline({ pyramid, shown }: { pyramid: Pyramid; shown: Size }, { window, mask }: Fine): Rings {
  const { width, height } = levelOf(pyramid, 0)
  const scale = 2 ** window.level
  const across = (x: number) => (Math.min(width, (x + window.left) * scale) * shown.width) / width
  const down = (y: number) => (Math.min(height, (y + window.top) * scale) * shown.height) / height
  const placed = (ring: Ring) => ring.map((value, i) => (i % 2 === 0 ? across(value) : down(value)))
  const rings = traceMask(mask)
  const tolerance = Math.min(TOLERANCE, SMALL_TOLERANCE * Math.sqrt(ringsArea(rings)))
  return rings.map((ring) => placed(simplifyRing(ring, tolerance)))
}
