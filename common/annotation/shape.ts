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

/** Origin of a shape: drawn by hand, accepted from smart select, or imported. */
export const ShapeOrigin = z.enum(['hand', 'smart', 'import'])
export type ShapeOrigin = z.infer<typeof ShapeOrigin>

const common = {
  id: ShapeId,
  classId: ClassId,
  /** Drawing order, larger above. Usually unique within an image; ties are broken by id. */
  z: z.number(),
  origin: ShapeOrigin,
  ...marks,
}

export const BoxShape = z.object({ ...common, kind: z.literal('box'), box: Box }).readonly()
/**
 * A box rotated about its center. The center is in the image; the corners may be outside, so that it stays a rectangle.
 */
export const RotatedBoxShape = z.object({ ...common, kind: z.literal('rotated-box'), box: RotatedBox }).readonly()
export const PolygonShape = z
  .object({ ...common, kind: z.literal('polygon'), rings: z.array(Ring).min(1).readonly() })
  .readonly()
/** An open line. */
export const PolylineShape = z.object({ ...common, kind: z.literal('polyline'), points: Line }).readonly()
/** A single point. */
export const PointShape = z
  .object({ ...common, kind: z.literal('point'), at: z.object({ x: z.number(), y: z.number() }).readonly() })
  .readonly()
/** A set of pixels. */
export const MaskShape = z.object({ ...common, kind: z.literal('mask'), tiles: MaskTiles }).readonly()
/** An object with keypoints, in the order of its class's skeleton, and its box. */
export const KeypointsShape = z
  .object({
    ...common,
    kind: z.literal('keypoints'),
    box: Box,
    points: z.array(Keypoint).min(1).max(MAX_KEYPOINTS).readonly(),
  })
  .readonly()
/** Assigns the class to the image as a whole. */
const WholeShape = z.object({ ...common, kind: z.literal('whole') }).readonly()

/** Maximum length of a question or answer about an image, in UTF-16 units. */
export const MAX_TEXT = 20_000

/** The class of texts: they have none of their own, but every annotation needs one. */
export const TEXT_CLASS = 'text'

/** A text about the image: a prompt, possibly empty, and the expected answer. */
const TextShape = z
  .object({
    ...common,
    kind: z.literal('text'),
    prompt: z.string().max(MAX_TEXT),
    answer: z.string().min(1).max(MAX_TEXT),
  })
  .readonly()

/** An annotation. Coordinates are pixels of the displayed image; a class or text for the whole image has none. */
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

/** An annotation with a position in the image. */
export type PlacedShape =
  | BoxShape
  | RotatedBoxShape
  | PolygonShape
  | PolylineShape
  | PointShape
  | MaskShape
  | KeypointsShape

/** Only the kind and geometry of an annotation. */
export type PlacedForm = FormOf<PlacedShape>
type FormOf<Each> = Each extends PlacedShape ? Omit<Each, keyof typeof common> : never

export function isPlaced(shape: Shape): shape is PlacedShape {
  return shape.kind !== 'whole' && shape.kind !== 'text'
}

/** Returns the bounds of a shape; for keypoints the box of the object. A point has no extent. */
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

/** Returns the outline by the even-odd rule; for keypoints their box. Lines and points have no rings. */
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

/** Returns the area in square pixels. Holes are wound the other way and subtracted. */
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

/** Returns whether a kind of shape covers an area. */
export function hasArea({ kind }: Pick<PlacedShape, 'kind'>): boolean {
  return kind !== 'polyline' && kind !== 'point'
}
