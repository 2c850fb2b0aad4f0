import { z } from 'zod'
import { type Affine, isMirroring, mapPoint, mapRing, rotationAbout } from './affine.ts'
import type { Box } from './box.ts'
import { at, type Ring, signedRingArea } from './polygon.ts'

const Side = z.number().positive()

/**
 * A rectangle rotated about its center, in image pixels. `angle` is in degrees clockwise on screen, above −180 and up
 * to 180. At 0 the object is upright and `width` is horizontal.
 */
export const RotatedBox = z
  .object({
    center: z.object({ x: z.number(), y: z.number() }).readonly(),
    width: Side,
    height: Side,
    angle: z.number().gt(-180).max(180),
  })
  .readonly()
export type RotatedBox = z.infer<typeof RotatedBox>

/** Normalizes an angle to above −180 and up to 180 degrees. */
export function normalAngle(degrees: number): number {
  const turned = degrees - 360 * Math.ceil((degrees - 180) / 360)
  // Avoids −0, which comparisons treat as a different value.
  return turned === 0 ? 0 : turned
}

/** Returns the four corners clockwise on screen, from the object's top left corner. */
export function rotatedBoxRing({ center, width, height, angle }: RotatedBox): Ring {
  const [x0, y0, x1, y1] = [center.x - width / 2, center.y - height / 2, center.x + width / 2, center.y + height / 2]
  return mapRing(rotationAbout(angle, center), [x0, y0, x1, y0, x1, y1, x0, y1])
}

/** Returns an upright box as a rotated one. */
export function asRotatedBox({ x0, y0, x1, y1 }: Box): RotatedBox {
  return { center: { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }, width: x1 - x0, height: y1 - y0, angle: 0 }
}

/**
 * Returns the rectangle with these four corners, from its top left corner in either direction; undefined when a corner
 * is off by more than `slack` pixels, or a side has no length.
 */
export function rotatedBoxOfRing(ring: Ring, slack: number): RotatedBox | undefined {
  if (ring.length !== 8) return undefined
  const [x, y] = [(i: number) => at(ring, 2 * i), (i: number) => at(ring, 2 * i + 1)]
  // Counter-clockwise corners start down the left side.
  const [right, left] = signedRingArea(ring) < 0 ? [3, 1] : [1, 3]
  const center = { x: (x(0) + x(1) + x(2) + x(3)) / 4, y: (y(0) + y(1) + y(2) + y(3)) / 4 }
  const [ax, ay] = [x(right) - x(0) + x(2) - x(left), y(right) - y(0) + y(2) - y(left)]
  const [dx, dy] = [x(left) - x(0) + x(2) - x(right), y(left) - y(0) + y(2) - y(right)]
  const [width, height] = [Math.hypot(ax, ay) / 2, Math.hypot(dx, dy) / 2]
  if (!(width > 0 && height > 0)) return undefined
  const box = { center, width, height, angle: normalAngle((Math.atan2(ay, ax) * 180) / Math.PI) }
  const exact = rotatedBoxRing(box)
  const ours = [0, right, 2, left].flatMap((i) => [x(i), y(i)])
  const isOff = ours.some((value, i) => Math.abs(value - at(exact, i)) > slack)
  return isOff ? undefined : box
}

/** Maximum deviation of mapped sides from a right angle, as its sine. */
const LEAN = 1e-6

/** Maps a box; undefined if the map slants it. In a mirror image the object's top stays its top. */
export function mapRotatedBox(affine: Affine, box: RotatedBox): RotatedBox | undefined {
  const sides = isSimilar(affine) ? turnedSides(affine, box) : mappedSides(affine, box)
  const { x, y } = mapPoint(affine, box.center)
  return sides && { center: { x, y }, ...sides }
}

type Sides = Omit<RotatedBox, 'center'>

/** Returns whether a map preserves angles: rotation, translation, mirroring, uniform scaling. */
function isSimilar({ a, b, c, d }: Affine): boolean {
  const scale = Math.hypot(a, b)
  const isSquare = Math.abs(a * c + b * d) <= LEAN * scale * scale && Math.abs(Math.hypot(c, d) - scale) <= LEAN * scale
  return isSquare && scale > 0
}

/** Exact if the map is a translation. */
function turnedSides(affine: Affine, { width, height, angle }: RotatedBox): Sides {
  const scale = Math.hypot(affine.a, affine.b)
  const turn = degreesOf(-affine.c, affine.d)
  return {
    width: width * scale,
    height: height * scale,
    angle: normalAngle(isMirroring(affine) ? turn - angle : turn + angle),
  }
}

/** Under non-uniform scaling, only boxes along the axes of the image stay rectangles. */
function mappedSides({ a, b, c, d }: Affine, { width, height, angle }: RotatedBox): Sides | undefined {
  const ring = mapRing({ a, b, c, d, e: 0, f: 0 }, rotatedBoxRing({ center: { x: 0, y: 0 }, width, height, angle }))
  const across = { x: at(ring, 2) - at(ring, 0), y: at(ring, 3) - at(ring, 1) }
  const down = { x: at(ring, 6) - at(ring, 0), y: at(ring, 7) - at(ring, 1) }
  const [newWidth, newHeight] = [Math.hypot(across.x, across.y), Math.hypot(down.x, down.y)]
  const isRectangle = Math.abs(across.x * down.x + across.y * down.y) <= LEAN * newWidth * newHeight
  if (!isRectangle || newWidth === 0 || newHeight === 0) return undefined
  return { width: newWidth, height: newHeight, angle: normalAngle(degreesOf(-down.x, down.y)) }
}

/** Returns the rotation of the downward direction, in degrees clockwise on screen. */
function degreesOf(minusX: number, y: number): number {
  return (Math.atan2(minusX, y) * 180) / Math.PI
}
