import type { Box } from '../../geometry/box.ts'
import { type Ring, signedRingArea } from '../../geometry/polygon.ts'
import type { Size } from '../../geometry/space.ts'
import type { ClassId } from '../../ids.ts'
import { type Attribute, missingOf } from '../attribute.ts'
import { type KeypointsShape, type PlacedShape, shapeArea, shapeBounds } from '../shape.ts'
import { crossesItself } from './crossing.ts'

/** Possible mistakes in a single annotation. Nothing here is forbidden: a person looks at it and decides. */
export type ShapeLint =
  /** Smaller than anybody can mean. */
  | 'tiny'
  /** Reaches out of the image. */
  | 'outside'
  /** Its outline crosses itself. */
  | 'crossing'
  /** A part of it is so small beside the rest that it looks like a slip. */
  | 'stray'
  /** A left and a right point stand the other way round than the others of the object. */
  | 'swapped'
  /** Does not say what every label of its class must say. */
  | 'unsaid'

/** A side below this is a slip of the hand, in image pixels. */
const TINY = 3

/** Half a pixel is rounding. */
const SLACK = 0.5

/** A part below this share of the whole is a stray one. */
const STRAY = 0.005

export interface LintedImage {
  readonly frame: Size
  /** For each point of a shape's class the place of its mirror image; undefined where the class has no skeleton. */
  mirrored(shape: KeypointsShape): readonly number[] | undefined
  /** Attributes of a class; undefined where nobody checks them. */
  readonly asked?: (classId: ClassId) => readonly Attribute[] | undefined
}

export function lintsOfShape(shape: PlacedShape, { frame, mirrored, asked }: LintedImage): readonly ShapeLint[] {
  const bounds = shapeBounds(shape)
  const found: ShapeLint[] = []
  if (hasArea(shape) && Math.min(bounds.x1 - bounds.x0, bounds.y1 - bounds.y0) < TINY) found.push('tiny')
  if (reachesOut(bounds, frame)) found.push('outside')
  if (shape.kind === 'polygon') found.push(...lintsOfRings(shape.rings, shapeArea(shape)))
  if (shape.kind === 'keypoints' && hasSwapped(shape, mirrored(shape))) found.push('swapped')
  if (missingOf(asked?.(shape.classId) ?? [], shape.attributes).length > 0) found.push('unsaid')
  return found
}

function reachesOut({ x0, y0, x1, y1 }: Box, { width, height }: Size): boolean {
  return x0 < -SLACK || y0 < -SLACK || x1 > width + SLACK || y1 > height + SLACK
}

function hasArea({ kind }: PlacedShape): boolean {
  return kind !== 'point' && kind !== 'polyline'
}

function lintsOfRings(rings: readonly Ring[], area: number): readonly ShapeLint[] {
  const hasStray = rings.length > 1 && rings.some((ring) => Math.abs(signedRingArea(ring)) < area * STRAY)
  return [...(rings.some(crossesItself) ? ['crossing' as const] : []), ...(hasStray ? ['stray' as const] : [])]
}

/** In a body seen from the front all left points lie on one side of their right ones: one that does not was mixed up. */
function hasSwapped({ points }: KeypointsShape, mirrored: readonly number[] | undefined): boolean {
  if (!mirrored) return false
  const sides = mirrored.flatMap((other, place) => {
    const [left, right] = [points[place], points[other]]
    const isPair = other > place && left && right && left.visibility > 0 && right.visibility > 0
    return isPair && left.x !== right.x ? [Math.sign(left.x - right.x)] : []
  })
  const ahead = sides.filter((side) => side > 0).length
  const few = Math.min(ahead, sides.length - ahead)
  return few > 0 && few * 3 <= sides.length
}
