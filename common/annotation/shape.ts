import { z } from 'zod'
import { Box, boxArea } from '../geometry/box.ts'
import { Ring, ringsBounds, signedRingArea } from '../geometry/polygon.ts'
import { ClassId, ShapeId } from '../ids.ts'

/** Who made a shape: a person by hand, the smart select that a person accepted, or a file that was brought in. */
export const ShapeOrigin = z.enum(['hand', 'smart', 'import'])
export type ShapeOrigin = z.infer<typeof ShapeOrigin>

const common = {
  id: ShapeId,
  classId: ClassId,
  /** Drawing order: larger lies above. Unique within a picture only by habit; ties are broken by id. */
  z: z.number(),
  origin: ShapeOrigin,
}

export const BoxShape = z.object({ ...common, kind: z.literal('box'), box: Box }).readonly()
export const PolygonShape = z
  .object({ ...common, kind: z.literal('polygon'), rings: z.array(Ring).min(1).readonly() })
  .readonly()

/** One labelled object. Coordinates are image pixels of the displayed picture. */
export const Shape = z.discriminatedUnion('kind', [BoxShape, PolygonShape])
export type Shape = z.infer<typeof Shape>
export type BoxShape = z.infer<typeof BoxShape>
export type PolygonShape = z.infer<typeof PolygonShape>

/** The smallest box around a shape. */
export function shapeBounds(shape: Shape): Box {
  return shape.kind === 'box' ? shape.box : ringsBounds(shape.rings)
}

/** Area in square pixels; holes wind the other way and are subtracted. */
export function shapeArea(shape: Shape): number {
  if (shape.kind === 'box') return boxArea(shape.box)
  return Math.abs(shape.rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
}
