import type { Box } from '../../geometry/box.ts'
import { type Ring, signedRingArea } from '../../geometry/polygon.ts'
import type { Size } from '../../geometry/space.ts'
import type { ClassId } from '../../ids.ts'
import { type Attribute, missingOf } from '../attribute.ts'
import { type KeypointsShape, type PlacedShape, shapeArea, shapeBounds } from '../shape.ts'
import { crossesItself } from './crossing.ts'

/** Possible mistakes in a single annotation. None is forbidden; a person decides. */
export type ShapeLint =
  /** Too small to be intended. */
  | 'tiny'
  /** Extends beyond the image. */
  | 'outside'
  /** Its outline crosses itself. */
  | 'crossing'
  /** Has a part so small that it looks like a slip. */
  | 'stray'
  /** A left and a right keypoint are swapped, compared to the others of the object. */
  | 'swapped'
  /** Lacks a value that its class requires. */
  | 'unsaid'

/** A side below this is a slip, in image pixels. */
const TINY = 3

/** Half a pixel of rounding is allowed. */
const SLACK = 0.5

/** Fraction of the whole below which a part is stray. */
const STRAY = 0.005

export interface LintedImage {
  readonly frame: Size
  /**
   * Returns the index of the mirror image of each keypoint of a shape's class; undefined if the class has no skeleton.
   */
  mirrored(shape: KeypointsShape): readonly number[] | undefined
  /** Returns the attributes of a class; undefined where they are not checked. */
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

/** In a body seen from the front, all left points are on one side of their right ones. An exception was mixed up. */
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
