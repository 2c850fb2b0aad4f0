import { z } from 'zod'
import { Box, boxArea, boxRing } from '../geometry/box.ts'
import { Line } from '../geometry/line.ts'
import { ringsOfMask } from '../geometry/mask-outline.ts'
import { MaskTiles, maskTilesArea, maskTilesBounds } from '../geometry/masks/mask-tiles.ts'
import { Ring, type Rings, ringsBounds, signedRingArea } from '../geometry/polygon.ts'
import { RotatedBox, rotatedBoxRing } from '../geometry/rotated-box.ts'
import { ClassId, ShapeId } from '../ids.ts'
import { marks } from './marks.ts'
import { Keypoint, MAX_KEYPOINTS } from './skeleton.ts'

/** Who made a shape: a person by hand, the smart select that a person accepted, or a file that was brought in. */
export const ShapeOrigin = z.enum(['hand', 'smart', 'import'])
export type ShapeOrigin = z.infer<typeof ShapeOrigin>

const common = {
  id: ShapeId,
  classId: ClassId,
  /** Drawing order: larger lies above. Unique within an image only by habit; ties are broken by id. */
  z: z.number(),
  origin: ShapeOrigin,
  ...marks,
}

export const BoxShape = z.object({ ...common, kind: z.literal('box'), box: Box }).readonly()
/** A box turned about its centre. The centre lies in the image; the corners may reach out of it, or the rectangle would be none. */
export const RotatedBoxShape = z.object({ ...common, kind: z.literal('rotated-box'), box: RotatedBox }).readonly()
export const PolygonShape = z
  .object({ ...common, kind: z.literal('polygon'), rings: z.array(Ring).min(1).readonly() })
  .readonly()
/** A line that encloses nothing. */
export const PolylineShape = z.object({ ...common, kind: z.literal('polyline'), points: Line }).readonly()
/** One place. */
export const PointShape = z
  .object({ ...common, kind: z.literal('point'), at: z.object({ x: z.number(), y: z.number() }).readonly() })
  .readonly()
/** Pixels of the image, each in or out. */
export const MaskShape = z.object({ ...common, kind: z.literal('mask'), tiles: MaskTiles }).readonly()
/** An object with named points, in the order of its class's skeleton, and the box around the whole of it. */
export const KeypointsShape = z
  .object({
    ...common,
    kind: z.literal('keypoints'),
    box: Box,
    points: z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly(),
  })
  .readonly()
/** Says that the image as a whole is of the class. */
const WholeShape = z.object({ ...common, kind: z.literal('whole') }).readonly()

/** Longest question or answer about an image, in UTF-16 units. */
export const MAX_TEXT = 20_000

/** The class under which texts stand: they say nothing of classes, and every label has one. */
export const TEXT_CLASS = 'text'

/** A text about the image: what was asked, perhaps nothing, and what is to be answered. */
const TextShape = z
  .object({
    ...common,
    kind: z.literal('text'),
    prompt: z.string().max(MAX_TEXT),
    answer: z.string().min(1).max(MAX_TEXT),
  })
  .readonly()

/** One label. Coordinates are image pixels of the displayed image; a class or a text for the whole image has none. */
export const Shape = z.discriminatedUnion('kind', [
  BoxShape,
  RotatedBoxShape,
  PolygonShape,
  PolylineShape,
  PointShape,
  MaskShape,
  KeypointsShape,
  WholeShape,
  TextShape,
])
export type Shape = z.infer<typeof Shape>
export type BoxShape = z.infer<typeof BoxShape>
export type RotatedBoxShape = z.infer<typeof RotatedBoxShape>
export type PolygonShape = z.infer<typeof PolygonShape>
export type PolylineShape = z.infer<typeof PolylineShape>
export type PointShape = z.infer<typeof PointShape>
export type MaskShape = z.infer<typeof MaskShape>
export type KeypointsShape = z.infer<typeof KeypointsShape>
export type TextShape = z.infer<typeof TextShape>

/** A label that lies somewhere in the image. */
export type PlacedShape =
  | BoxShape
  | RotatedBoxShape
  | PolygonShape
  | PolylineShape
  | PointShape
  | MaskShape
  | KeypointsShape

/** Kind and geometry of a label alone. */
export type PlacedForm = FormOf<PlacedShape>
type FormOf<Each> = Each extends PlacedShape ? Omit<Each, keyof typeof common> : never

export function isPlaced(shape: Shape): shape is PlacedShape {
  return shape.kind !== 'whole' && shape.kind !== 'text'
}

/** The smallest box around a shape; of keypoints the box that was drawn around the object. That of a point has no extent. */
export function shapeBounds(shape: PlacedForm): Box {
  switch (shape.kind) {
    case 'box':
    case 'keypoints':
      return shape.box
    case 'rotated-box':
      return ringsBounds([rotatedBoxRing(shape.box)])
    case 'polygon':
      return ringsBounds(shape.rings)
    case 'polyline':
      return ringsBounds([shape.points])
    case 'point':
      return { x0: shape.at.x, y0: shape.at.y, x1: shape.at.x, y1: shape.at.y }
    case 'mask':
      return maskTilesBounds(shape.tiles)
  }
}

/** The outline under the even-odd rule; of keypoints the frame of their box. A line and a point enclose nothing. */
export function shapeRings(shape: PlacedForm): Rings {
  switch (shape.kind) {
    case 'box':
    case 'keypoints':
      return [boxRing(shape.box)]
    case 'rotated-box':
      return [rotatedBoxRing(shape.box)]
    case 'polygon':
      return shape.rings
    case 'mask':
      return ringsOfMask(shape.tiles)
    case 'polyline':
    case 'point':
      return []
  }
}

/** Area in square pixels; holes wind the other way and are subtracted. */
export function shapeArea(shape: PlacedForm): number {
  switch (shape.kind) {
    case 'box':
    case 'keypoints':
      return boxArea(shape.box)
    case 'rotated-box':
      return shape.box.width * shape.box.height
    case 'polygon':
      return Math.abs(shape.rings.reduce((sum, ring) => sum + signedRingArea(ring), 0))
    case 'mask':
      return maskTilesArea(shape.tiles)
    case 'polyline':
    case 'point':
      return 0
  }
}

/** Whether a shape covers pixels. */
export function hasArea({ kind }: Pick<PlacedShape, 'kind'>): boolean {
  return kind !== 'polyline' && kind !== 'point'
}
