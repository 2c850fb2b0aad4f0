import type { Box } from '#common/geometry/box'
import { levelOf, type Pyramid, type Raster } from '../image/raster.ts'
import type { Place } from '../image/window.ts'
import { labOf } from './lab.ts'

/**
 * Log-polar view of the image around a point: rays at equal angles, rings whose radii grow by a constant factor, each
 * sample blurred in proportion to its radius. Objects fill the view alike, whether small or large.
 */
export interface PolarView {
  readonly pole: Place
  readonly rings: number
  /** Sample of ray `i` and ring `j` at `i · rings + j`, as bytes and as L*a*b*. */
  readonly rgb: Uint8Array
  readonly lab: Float32Array
  /** Number of rings of each ray inside the limits; at least one. */
  readonly reach: Int32Array
}

export const RAYS = 96
const STEP = (2 * Math.PI) / RAYS
const INNERMOST = 2

export function radiusOf(ring: number): number {
  return INNERMOST * Math.exp(ring * STEP)
}

/** Outward unit vector of each ray. */
const ACROSS = Float64Array.from({ length: RAYS }, (_, ray) => Math.cos(ray * STEP))
const DOWN = Float64Array.from({ length: RAYS }, (_, ray) => Math.sin(ray * STEP))

/** Returns a point on a ray; `ring` may be fractional. */
export function placeOn(pole: Place, ray: number, ring: number): Place {
  return placeAt(pole, ray, radiusOf(ring))
}

function placeAt(pole: Place, ray: number, radius: number): Place {
  return { x: pole.x + (ACROSS[ray] ?? 0) * radius, y: pole.y + (DOWN[ray] ?? 0) * radius }
}

/** Samples the view. Rays end at the limits, which lie inside the image. */
export function polarView(pyramid: Pyramid, pole: Place, limits: Box): PolarView {
  const { x0, y0, x1, y1 } = limits
  const farthest = Math.hypot(Math.max(pole.x - x0, x1 - pole.x), Math.max(pole.y - y0, y1 - pole.y))
  const rings = Math.max(2, Math.ceil(Math.log(Math.max(1, farthest / INNERMOST)) / STEP) + 1)
  const rgb = new Uint8Array(RAYS * rings * 3)
  const reach = new Int32Array(RAYS).fill(1)
  const blurred = Array.from({ length: rings }, (_, ring) => blurredFor(pyramid, radiusOf(ring)))
  for (let ray = 0; ray < RAYS; ray++) {
    for (let ring = 0; ring < rings; ring++) {
      const source = blurred[ring]
      if (!source) break
      const place = placeAt(pole, ray, source.radius)
      const isInside = place.x >= x0 && place.y >= y0 && place.x < x1 && place.y < y1
      if (!isInside && ring > 0) break
      reach[ray] = ring + 1
      sample(source, place, { into: rgb, at: 3 * (ray * rings + ring) })
    }
  }
  return { pole, rings, rgb, lab: labOf(rgb), reach }
}

interface Blurred {
  /** Radius of the ring. */
  readonly radius: number
  readonly raster: Raster
  readonly scale: number
}

/** Returns the level whose pixels are about as large as the distance between samples. */
function blurredFor(pyramid: Pyramid, radius: number): Blurred {
  const level = Math.max(0, Math.min(pyramid.length - 1, Math.round(Math.log2(radius * STEP))))
  return { radius, raster: levelOf(pyramid, level), scale: 2 ** level }
}

/** Interpolates bilinearly between pixel centers. The outermost pixels extend beyond the image. */
function sample({ raster, scale }: Blurred, { x, y }: Place, { into, at }: { into: Uint8Array; at: number }): void {
  const { width, height, data } = raster
  const u = Math.min(width - 1, Math.max(0, x / scale - 0.5))
  const v = Math.min(height - 1, Math.max(0, y / scale - 0.5))
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const right = Math.min(width - 1, left + 1)
  const [upper, lower] = [top * width, Math.min(height - 1, top + 1) * width]
  const [fx, fy] = [u - left, v - top]
  for (let channel = 0; channel < 3; channel++) {
    const above = (data[(upper + left) * 3 + channel] ?? 0) * (1 - fx) + (data[(upper + right) * 3 + channel] ?? 0) * fx
    const below = (data[(lower + left) * 3 + channel] ?? 0) * (1 - fx) + (data[(lower + right) * 3 + channel] ?? 0) * fx
    into[at + channel] = Math.round(above * (1 - fy) + below * fy)
  }
}
