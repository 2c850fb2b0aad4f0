import fc from 'fast-check'
import { type Affine, compose, rotationAbout, scaling, shearAbout, translation } from '#common/geometry/affine'
import type { Mask } from '#common/geometry/mask'
import { at, type Ring, type Rings, signedRingArea } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'

export const FRAME: Size = { width: 24, height: 18 }

export const finite = (min: number, max: number) => fc.double({ min, max, noNaN: true })

const anyCoordinate = finite(-12, 36)
/** Whole numbers put vertices and edges on the frame itself. */
const wholeCoordinate = fc.integer({ min: -3, max: 27 })

export const points = fc.record({ x: anyCoordinate, y: anyCoordinate })

/** Rings of any shape: concave, crossing themselves and each other, vertices on the frame. */
export const tangledRings: fc.Arbitrary<Rings> = fc
  .constantFrom(anyCoordinate, wholeCoordinate)
  .chain((coordinate) => fc.array(ringOf(coordinate), { minLength: 1, maxLength: 3 }))

function ringOf(coordinate: fc.Arbitrary<number>): fc.Arbitrary<Ring> {
  return fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 9 }).map((vertices) => vertices.flat())
}

/** An outline around a middle that sees all of it: concave as a rule, never crossing itself, clockwise. */
const stars = fc
  .record({
    x: finite(-2, 26),
    y: finite(-2, 20),
    radii: fc.array(finite(2, 14), { minLength: 5, maxLength: 14 }),
    turn: finite(0, 1),
  })
  .map(({ x, y, radii, turn }) => {
    const ring = radii.flatMap((radius, i) => {
      const angle = ((i + turn) / radii.length) * 2 * Math.PI
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
    })
    return { x, y, ring }
  })

export const starRing: fc.Arbitrary<Ring> = stars.map(({ ring }) => ring)

/** A star with a triangle cut out of its middle. */
export const starWithHole: fc.Arbitrary<Rings> = stars.map(({ x, y, ring }) => [
  ring,
  [x - 0.8, y - 0.6, x - 0.4, y + 0.8, x + 0.6, y - 0.2],
])

export const affines: fc.Arbitrary<Affine> = fc
  .record({
    degrees: finite(-360, 360),
    slant: fc.record({ horizontal: finite(-40, 40), vertical: finite(-40, 40) }),
    centre: points,
    scale: fc.record({ x: finite(0.2, 4), y: finite(0.2, 4) }),
    shift: points,
  })
  .map(({ degrees, slant, centre, scale, shift }) =>
    [shearAbout(slant, centre), scaling(scale.x, -scale.y), translation(shift.x, shift.y)].reduce(
      compose,
      rotationAbout(degrees, centre),
    ),
  )

export const masks: fc.Arbitrary<Mask> = fc
  .record({ width: fc.integer({ min: 1, max: 14 }), height: fc.integer({ min: 1, max: 14 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.constantFrom(0, 1), { minLength: width * height, maxLength: width * height })
      .map((pixels) => ({ width, height, data: Uint8Array.from(pixels) })),
  )

/** A mask drawn with characters: `#` is set. */
export function drawnMask(...rows: readonly string[]): Mask {
  const data = Uint8Array.from(rows.join(''), (character) => (character === '#' ? 1 : 0))
  return { width: rows[0]?.length ?? 0, height: rows.length, data }
}

export function totalArea(rings: Rings): number {
  return rings.reduce((sum, ring) => sum + signedRingArea(ring), 0)
}

export function perimeter(rings: Rings): number {
  return edgesOf(rings).reduce((sum, { x0, y0, x1, y1 }) => sum + Math.hypot(x1 - x0, y1 - y0), 0)
}

export function edgesOf(rings: Rings) {
  return rings.flatMap((ring) =>
    Array.from({ length: ring.length / 2 }, (_, i) => ({
      x0: at(ring, 2 * i),
      y0: at(ring, 2 * i + 1),
      x1: at(ring, (2 * i + 2) % ring.length),
      y1: at(ring, (2 * i + 3) % ring.length),
    })),
  )
}

/** The centers of all pixels of a frame. */
export function centresOf({ width, height }: Size) {
  return Array.from({ length: width * height }, (_, i) => ({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }))
}

/** How far a point lies from the nearest edge. */
export function distanceFromEdges(rings: Rings, { x, y }: { readonly x: number; readonly y: number }): number {
  const distances = edgesOf(rings).map(({ x0, y0, x1, y1 }) => {
    const squared = (x1 - x0) ** 2 + (y1 - y0) ** 2
    const along = squared === 0 ? 0 : ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / squared
    const t = Math.min(1, Math.max(0, along))
    return Math.hypot(x0 + t * (x1 - x0) - x, y0 + t * (y1 - y0) - y)
  })
  return Math.min(...distances)
}
