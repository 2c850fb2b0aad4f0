import { z } from 'zod'
import { Box, boxArea, boxRing } from '../geometry/box.ts'
import { Ring, type Rings, ringsBounds, signedRingArea } from '../geometry/polygon.ts'
import { ClassId, ShapeId } from '../ids.ts'
import { Keypoint, MAX_KEYPOINTS } from './skeleton.ts'

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
/** An object with named points, in the order of its class's skeleton, and the box around the whole of it. */
const KeypointsShape = z
  .object({
    ...common,
    kind: z.literal('keypoints'),
    box: Box,
    points: z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly(),
  })
  .readonly()
/** Says that the picture as a whole is of the class. */
const WholeShape = z.object({ ...common, kind: z.literal('whole') }).readonly()

/** Longest question or answer about a picture, in UTF-16 units. */
export const MAX_TEXT = 20_000

/** A text about the picture: what was asked, perhaps nothing, and what is to be answered. */
const TextShape = z
  .object({
    ...common,
    kind: z.literal('text'),
    prompt: z.string().max(MAX_TEXT),
    answer: z.string().min(1).max(MAX_TEXT),
  })
  .readonly()

/** One label. Coordinates are image pixels of the displayed picture; a class or a text for the whole picture has none. */
export const Shape = z.discriminatedUnion('kind', [BoxShape, PolygonShape, KeypointsShape, WholeShape, TextShape])
export type Shape = z.infer<typeof Shape>
export type BoxShape = z.infer<typeof BoxShape>
export type PolygonShape = z.infer<typeof PolygonShape>
export type KeypointsShape = z.infer<typeof KeypointsShape>

/** A label that lies somewhere in the picture. */
export type PlacedShape = BoxShape | PolygonShape | KeypointsShape

export function isPlaced(shape: Shape): shape is PlacedShape {
  return shape.kind !== 'whole' && shape.kind !== 'text'
}

/** The smallest box around a shape; of keypoints the box that was drawn around the object. */
export function shapeBounds(shape: PlacedShape): Box {
  return shape.kind === 'polygon' ? ringsBounds(shape.rings) : shape.box
}

/** The outline under the even-odd rule; of keypoints the frame of their box. */
export function shapeRings(shape: PlacedShape): Rings {
  return shape.kind === 'polygon' ? shape.rings : [boxRing(shape.box)]
}

/** Area in square pixels; holes wind the other way and are subtracted. */
export function shapeArea(shape: PlacedShape): number {
  if (shape.kind !== 'polygon') return boxArea(shape.box)
  return Math.abs(shape.rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
}
