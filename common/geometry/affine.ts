import type { Box } from './box.ts'
import { at, type Ring } from './polygon.ts'
import { type ImagePoint, imagePoint, type Size } from './space.ts'

/** An affine map: `x' = a·x + c·y + e`, `y' = b·x + d·y + f`. */
export interface Affine {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  readonly e: number
  readonly f: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** EXIF orientation: how a stored image is turned for display. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export const identity: Affine = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }

export function translation(dx: number, dy: number): Affine {
  return { ...identity, e: dx, f: dy }
}

export function scaling(scaleX: number, scaleY: number): Affine {
  return { ...identity, a: scaleX, d: scaleY }
}

/** Returns a rotation about a point; positive degrees are clockwise on screen (y down). Quarter turns are exact. */
export function rotationAbout(degrees: number, { x, y }: Point): Affine {
  const [sin, cos] = [sineOfDegrees(degrees), sineOfDegrees(degrees + 90)]
  return { a: cos, b: sin, c: -sin, d: cos, e: x - cos * x + sin * y, f: y - sin * x - cos * y }
}

/**
 * Returns a shear in degrees that keeps the lines through a point: `x' = x + tan(h)·(y − py)`, `y' = y + tan(v)·(x −
 * px)`.
 */
export function shearAbout(
  degrees: { readonly horizontal: number; readonly vertical: number },
  { x, y }: Point,
): Affine {
  const [c, b] = [tangentOfDegrees(degrees.horizontal), tangentOfDegrees(degrees.vertical)]
  return { a: 1, b, c, d: 1, e: -c * y, f: -b * x }
}

/** Mirrors left and right in a frame of this width: `x' = width − x`. */
export function mirrorX(width: number): Affine {
  return { ...identity, a: -1, e: width }
}

/** Mirrors top and bottom in a frame of this height: `y' = height − y`. */
export function mirrorY(height: number): Affine {
  return { ...identity, d: -1, f: height }
}

/**
 * Returns the map from the stored frame of this size to the displayed one. Orientations 6, 3 and 8 are the clockwise,
 * half and counter-clockwise turns.
 */
export function orientationMap(orientation: Orientation, { width, height }: Size): Affine {
  const maps: Record<Orientation, Affine> = {
    1: identity,
    2: mirrorX(width),
    3: { a: -1, b: 0, c: 0, d: -1, e: width, f: height },
    4: mirrorY(height),
    5: { a: 0, b: 1, c: 1, d: 0, e: 0, f: 0 },
    6: { a: 0, b: 1, c: -1, d: 0, e: height, f: 0 },
    7: { a: 0, b: -1, c: -1, d: 0, e: height, f: width },
    8: { a: 0, b: -1, c: 1, d: 0, e: 0, f: width },
  }
  return maps[orientation]
}

/** Returns the size of the displayed frame; orientations 5 to 8 swap the sides. */
export function orientedSize(orientation: Orientation, { width, height }: Size): Size {
  return orientation > 4 ? { width: height, height: width } : { width, height }
}

/** Returns the map that applies `first`, then `second`. */
export function compose(first: Affine, second: Affine): Affine {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    e: second.a * first.e + second.c * first.f + second.e,
    f: second.b * first.e + second.d * first.f + second.f,
  }
}

/** Returns the inverse; undefined when the map collapses the plane to a line or a point. */
export function invertAffine({ a, b, c, d, e, f }: Affine): Affine | undefined {
  const determinant = a * d - b * c
  if (determinant === 0 || !Number.isFinite(determinant)) return undefined
  return {
    a: d / determinant,
    b: -b / determinant,
    c: -c / determinant,
    d: a / determinant,
    e: (c * f - d * e) / determinant,
    f: (b * e - a * f) / determinant,
  }
}

/** Returns whether boxes stay boxes: scaling, mirroring, translation, quarter turns. */
export function isAxisAligned({ a, b, c, d }: Affine): boolean {
  return (b === 0 && c === 0) || (a === 0 && d === 0)
}

/** Returns whether the map mirrors: left becomes right. */
export function isMirroring({ a, b, c, d }: Affine): boolean {
  return a * d - b * c < 0
}

export function mapPoint({ a, b, c, d, e, f }: Affine, { x, y }: Point): ImagePoint {
  return imagePoint(a * x + c * y + e, b * x + d * y + f)
}

/** Maps every vertex in the same order, so a mirroring map reverses the winding. */
export function mapRing(affine: Affine, ring: Ring): Ring {
  const mapped: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const { x, y } = mapPoint(affine, { x: at(ring, i), y: at(ring, i + 1) })
    mapped.push(x, y)
  }
  return mapped
}

/** Returns the bounds of the four mapped corners. */
export function mapBox(affine: Affine, { x0, y0, x1, y1 }: Box): Box {
  const corners = [
    mapPoint(affine, { x: x0, y: y0 }),
    mapPoint(affine, { x: x1, y: y0 }),
    mapPoint(affine, { x: x1, y: y1 }),
    mapPoint(affine, { x: x0, y: y1 }),
  ]
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  return { x0: Math.min(...xs), y0: Math.min(...ys), x1: Math.max(...xs), y1: Math.max(...ys) }
}

/** Returns the sine, exact at multiples of a quarter turn, so that upright boxes stay upright. */
function sineOfDegrees(degrees: number): number {
  const quarters = degrees / 90
  if (!Number.isInteger(quarters)) return Math.sin((degrees * Math.PI) / 180)
  if (quarters % 2 === 0) return 0
  return ((quarters % 4) + 4) % 4 === 1 ? 1 : -1
}

/** Returns the tangent, exact at 45°, the most common angle. */
function tangentOfDegrees(degrees: number): number {
  if (Math.abs(degrees) === 45) return Math.sign(degrees)
  return Math.tan((degrees * Math.PI) / 180)
}
