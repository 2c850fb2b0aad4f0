import { traceMask } from '#common/geometry/contour'
import type { Mask } from '#common/geometry/mask'
import { type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'
import { encodeRings, runLengthsToText } from '#common/geometry/rle'
import { simplifyRing } from '#common/geometry/simplify'
import type { Size } from '#common/geometry/space'
import type { DetectedMask } from '#common/inference/prediction'

/** Pixels of a mask by which its outline may run beside their staircase: little more than half the diagonal of one. */
const TOLERANCE = 0.75

/** A mask of a part of the picture, in pixels of its own. */
export interface PlacedMask {
  readonly mask: Mask
  /** Where its left upper corner lies, in its own pixels. */
  readonly left: number
  readonly top: number
  /** Width and height of the whole picture in its own pixels. */
  readonly whole: Size
}

/** A mask as it is answered for a picture of this size. */
export function detectedMask(placed: PlacedMask, size: Size, format: DetectedMask['format']): DetectedMask {
  const rings = traceMask(placed.mask)
  const inPicture = placing(placed, size)
  if (format === 'polygon') return { format, ring: inPicture(longestOutline(rings)) }
  return { format, size, counts: runLengthsOf(rings.map(inPicture), size) }
}

function placing({ left, top, whole }: PlacedMask, size: Size): (ring: Ring) => Ring {
  const [scaleX, scaleY] = [size.width / whole.width, size.height / whole.height]
  const across = (x: number) => Math.min(size.width, (x + left) * scaleX)
  const down = (y: number) => Math.min(size.height, (y + top) * scaleY)
  return (ring) => ring.map((value, place) => (place % 2 === 0 ? across(value) : down(value)))
}

/** The outer border with the most vertices; empty for an empty mask. */
function longestOutline(rings: Rings): Ring {
  const outer = rings.filter((ring) => signedRingArea(ring) > 0)
  const longest = outer.reduce<Ring>((best, ring) => (ring.length > best.length ? ring : best), [])
  return simplifyRing(longest, TOLERANCE)
}

function runLengthsOf(rings: Rings, size: Size): string {
  const counts = rings.length === 0 ? [size.width * size.height] : encodeRings(rings, size).counts
  return runLengthsToText(counts)
}
