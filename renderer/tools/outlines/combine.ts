import { lastingMarks } from '#common/annotation/marks'
import { type PlacedForm, type PlacedShape, shapeRings } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { maskOfRings } from '#common/geometry/mask-forms'
import { intersectMasks, type MaskTiles, subtractMask, uniteMasks } from '#common/geometry/masks/mask-tiles'
import { type Ring, type Rings, ringsBounds } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import { intersectRings, subtractRings, uniteRings } from './boolean.ts'

/** A shape that covers an area. */
export type AreaShape = Extract<PlacedShape, { kind: 'box' | 'rotated-box' | 'polygon' | 'mask' }>
export type AreaForm = Extract<PlacedForm, { kind: AreaShape['kind'] }>

export type Combination = 'unite' | 'subtract' | 'intersect'

export function isArea(shape: PlacedShape): shape is AreaShape {
  return shape.kind !== 'polyline' && shape.kind !== 'point' && shape.kind !== 'keypoints'
}

interface Combining {
  readonly how: Combination
  readonly frame: Size
}

/**
 * Combines several areas; undefined when nothing is left. The first one decides the kind: a mask stays a mask and takes
 * the pixels of the others; anything else becomes a polygon, for which masks are traced along the edges of their
 * pixels. Disconnected parts stay one object with several rings. Upright boxes stay a box if the result is one.
 */
export function combinedForm(
  first: AreaForm,
  others: readonly AreaForm[],
  { how, frame }: Combining,
): AreaForm | undefined {
  if (first.kind === 'mask') {
    const tiles = others.reduce((mask, other) => MASKS[how](mask, maskOf(other, frame)), first.tiles)
    return tiles.length > 0 ? { kind: 'mask', tiles } : undefined
  }
  const rings = others.reduce((sum, other) => RINGS[how](sum, shapeRings(other)), shapeRings(first))
  const isOfBoxes = [first, ...others].every(({ kind }) => kind === 'box')
  return (isOfBoxes ? boxForm(rings) : undefined) ?? polygonForm(rings)
}

const MASKS: Readonly<Record<Combination, (a: MaskTiles, b: MaskTiles) => MaskTiles>> = {
  unite: uniteMasks,
  subtract: subtractMask,
  intersect: intersectMasks,
}

const RINGS: Readonly<Record<Combination, (a: Rings, b: Rings) => Rings>> = {
  unite: uniteRings,
  subtract: subtractRings,
  intersect: intersectRings,
}

function maskOf(form: AreaForm, frame: Size): MaskTiles {
  return form.kind === 'mask' ? form.tiles : maskOfRings(shapeRings(form), frame)
}

export function polygonForm(rings: Rings): AreaForm | undefined {
  return rings.length > 0 ? { kind: 'polygon', rings } : undefined
}

/** Returns the box that a ring describes, whatever vertices are on its sides. */
export function boxForm([ring, ...others]: Rings): AreaForm | undefined {
  if (!ring || others.length > 0) return undefined
  const box = ringsBounds([ring])
  const corners = new Set(pairs(boxRing(box)))
  const vertices = pairs(ring)
  const hasCorners = vertices.filter((vertex) => corners.has(vertex)).length === 4
  return hasCorners && followsSides(ring) ? { kind: 'box', box } : undefined
}

/** Returns whether every edge runs along the bounds of the ring. */
function followsSides(ring: Ring): boolean {
  const { x0, y0, x1, y1 } = ringsBounds([ring])
  return ring.every((value, i) => {
    if (i % 2 === 1) return true
    const [x, y] = [value, ring[i + 1]]
    const [nextX, nextY] = [ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]]
    return (x === nextX && (x === x0 || x === x1)) || (y === nextY && (y === y0 || y === y1))
  })
}

function pairs(ring: Ring): readonly string[] {
  return ring.flatMap((x, i) => (i % 2 === 0 ? [`${x},${ring[i + 1]}`] : []))
}

/**
 * Returns the shape with another form. Its outline before simplification is dropped, and it no longer counts as
 * untouched.
 */
export function reformed(shape: PlacedShape, form: AreaForm): AreaShape {
  const { id, classId, z, origin } = shape
  return { id, classId, z, origin, ...lastingMarks(shape), ...form }
}
