import { compose, rotationAbout, scaling, translation } from '#common/geometry/affine'
import { normalAngle, type RotatedBox } from '#common/geometry/rotated-box'
import { renderPixels } from '#transforms/pixels/render'
import type { Warp } from '#transforms/plan'
import type { Pixels } from '#transforms/raster'

/** Lines that are higher, by their width, are taken for text that runs downwards. */
const DOWNWARDS = 1.5
/** However long a line is; longer ones are narrowed. */
const WIDEST = 3200
/** A gray value: paper rather than ink where a turned line reaches beyond its page. */
const PAPER = 255

/** A line, and how wide it is at the height at which it is read. */
export interface LineShape {
  readonly box: RotatedBox
  readonly width: number
}

/** The line as it is read: text that runs downwards is turned to run to the right. */
export function lineShape(box: RotatedBox, height: number, widest = WIDEST): LineShape {
  const lying = box.height >= DOWNWARDS * box.width ? lyingDown(box) : box
  const width = Math.min(widest, Math.max(1, Math.ceil((height * lying.width) / lying.height)))
  return { box: lying, width }
}

function lyingDown({ center, width, height, angle }: RotatedBox): RotatedBox {
  return { center, width: height, height: width, angle: normalAngle(angle + 90) }
}

/** The pixels of a line at the height at which it is read: cut out as it lies first, then scaled. */
export function lineCrop(page: Pixels, { box, width }: LineShape, height: number): Promise<Pixels> {
  const { center, angle } = box
  const own = { width: Math.max(1, Math.round(box.width)), height: Math.max(1, Math.round(box.height)) }
  const upright = rotationAbout(-angle, center)
  const toOwn = compose(upright, translation(own.width / 2 - center.x, own.height / 2 - center.y))
  const cut: Warp = { kind: 'warp', affine: toOwn, from: page, frame: own, edges: PAPER }
  const scaled = scaling(width / own.width, height / own.height)
  const last: Warp = { kind: 'warp', affine: scaled, from: own, frame: { width, height }, edges: PAPER }
  return renderPixels(page, [cut, last], new AbortController().signal)
}
