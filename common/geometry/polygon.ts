import { z } from 'zod'
import type { Box } from './box.ts'

/** A closed outline in image pixels as a flat list x0, y0, x1, y1, …; the first point is not repeated at the end. */
export const Ring = z
  .array(z.number())
  .min(6, 'schema-polygon-too-short')
  .refine((flat) => flat.length % 2 === 0, 'schema-ring-not-flat')
  .readonly()
export type Ring = readonly number[]

/** One object: its parts and holes under the even-odd rule. */
export type Rings = readonly Ring[]

/** Signed area in square pixels (shoelace); positive when the ring runs clockwise on screen (y down). */
export function signedRingArea(ring: Ring): number {
  let doubled = 0
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    doubled += at(ring, i) * at(ring, next + 1) - at(ring, next) * at(ring, i + 1)
  }
  return doubled / 2
}

/** The smallest box around all rings. Rings must hold at least one point. */
export function ringsBounds(rings: Rings): Box {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      x0 = Math.min(x0, at(ring, i))
      x1 = Math.max(x1, at(ring, i))
      y0 = Math.min(y0, at(ring, i + 1))
      y1 = Math.max(y1, at(ring, i + 1))
    }
  }
  return { x0, y0, x1, y1 }
}

/** Whether a point lies inside, by the even-odd rule over all rings (crossings of a ray to the right). */
export function ringsContain(rings: Rings, { x, y }: { readonly x: number; readonly y: number }): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [xi, yi, xj, yj] = [at(ring, i), at(ring, i + 1), at(ring, j), at(ring, j + 1)]
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
    }
  }
  return inside
}

/** A number of a flat list that is known to be there. */
export function at(flat: ArrayLike<number>, index: number): number {
  const value = flat[index]
  if (value === undefined) throw new RangeError(`No number at ${index} of ${flat.length}`)
  return value
}
