import { cutForm, pointInFrame } from '#common/annotation/cut'
import {
  type BoxShape,
  hasArea,
  isPlaced,
  type KeypointsShape,
  type MaskShape,
  type PlacedShape,
  type PointShape,
  type PolylineShape,
  type Shape,
  shapeBounds,
  shapeRings,
} from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import type { ExportImage } from '#common/exports/model'
import { type Box, boxRing, clipBox } from '#common/geometry/box'
import type { Line } from '#common/geometry/line'
import { clipMask, type MaskTiles } from '#common/geometry/masks/mask-tiles'
import { type Ring, type Rings, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import { type RotatedBox, rotatedBoxRing } from '#common/geometry/rotated-box'
import { smallestBoxAround } from '#common/geometry/smallest-box'
import type { Size } from '#common/geometry/space'
import type { ClassList } from './class-names.ts'
import { clipRing, partRings } from './rings.ts'

/** A labeled object as a box inside the image. */
export interface BoxObject {
  /** The label itself. */
  readonly shape: Shape
  readonly classIndex: number
  readonly box: Box
  /** The box as it was drawn, where it was turned; it may reach out of the image. */
  readonly turned?: RotatedBox
}

/** A labeled object with its outline: one ring for each part, holes joined to the ring around them. */
export interface OutlinedObject extends BoxObject {
  readonly parts: readonly Ring[]
  /** The same with holes as rings of their own, under the even-odd rule. */
  readonly rings: Rings
  /** In square pixels, without the holes. */
  readonly area: number
  /** The object pixel by pixel, where it was drawn so; the outlines run along their edges. */
  readonly tiles?: MaskTiles
}

/** A labeled object with its named points, in the order of its class's skeleton. */
export interface PointedObject extends BoxObject {
  readonly points: readonly Keypoint[]
}

/** The labels of which enough lies in the image to be written, in stored order: one for each object. */
export function writtenShapes(image: ExportImage): readonly PlacedShape[] {
  return image.shapes.filter(isPlaced).filter((shape) => boxInFrame(shape, image) !== undefined)
}

/** The objects of an image, in stored order, each as the smallest box around it. */
export function boxObjects(image: ExportImage, classes: ClassList): readonly BoxObject[] {
  const objects: BoxObject[] = []
  for (const shape of image.shapes) {
    const box = boxInFrame(shape, image)
    const turned = shape.kind === 'rotated-box' && { turned: shape.box }
    if (box) objects.push({ shape, classIndex: classes.indexOf(shape.classId), box, ...turned })
  }
  return objects
}

/** The objects of an image, in stored order, each with its outline. A box has four corners. */
export function outlinedObjects(image: ExportImage, classes: ClassList): readonly OutlinedObject[] {
  const objects: OutlinedObject[] = []
  for (const shape of image.shapes) {
    const seen = inFrame(shape, image)
    if (seen === undefined) continue
    const { rings, box } = seen
    const parts = partRings(rings)
    const area = parts.reduce((sum, part) => sum + Math.abs(signedRingArea(part)), 0)
    const classIndex = classes.indexOf(shape.classId)
    const tiles = shape.kind === 'mask' && { tiles: maskIn(shape, image) }
    objects.push({ shape, classIndex, box, parts, rings, area, ...tiles })
  }
  return objects
}

function maskIn({ tiles }: MaskShape, frame: Size): MaskTiles {
  return clipMask(tiles, frame)
}

/** The corners of an object's rectangle, clockwise from the top left one of the object; those of a turned box are not cut at the frame. */
export function cornersOf({ box, turned }: BoxObject): Ring {
  return turned ? rotatedBoxRing(turned) : boxRing(box)
}

/** A labeled object by the rectangle around it, which may be turned and may reach out of the image. */
export interface OrientedObject {
  readonly shape: Shape
  readonly classIndex: number
  /** Clockwise from the top left corner of the object. */
  readonly corners: Ring
}

/** The objects of an image, in stored order: boxes by their own corners, outlines and masks by those of the smallest rectangle. */
export function orientedObjects(image: ExportImage, classes: ClassList): readonly OrientedObject[] {
  return image.shapes.flatMap((shape) => {
    const box = boxInFrame(shape, image)
    if (box === undefined) return []
    return [{ shape, classIndex: classes.indexOf(shape.classId), corners: rectangleOf(shape, box, image) }]
  })
}

function rectangleOf(shape: Shape, box: Box, size: Size): Ring {
  if (shape.kind === 'rotated-box') return rotatedBoxRing(shape.box)
  const rings = shape.kind === 'polygon' || shape.kind === 'mask' ? (inFrame(shape, size)?.rings ?? []) : []
  const smallest = smallestBoxAround(rings)
  return smallest ? rotatedBoxRing(smallest) : boxRing(box)
}

/** The objects of an image, in stored order, each with as many points as its class has; none of them placed on a mere box. */
export function pointedObjects(image: ExportImage, classes: ClassList): readonly PointedObject[] {
  return image.shapes.flatMap((shape) => {
    const box = boxInFrame(shape, image)
    if (box === undefined) return []
    const classIndex = classes.indexOf(shape.classId)
    const given = shape.kind === 'keypoints' ? shape.points : []
    const names = classes.all[classIndex]?.skeleton.points ?? []
    const points = names.map((_, place) => pointInFrame(given[place] ?? UNPLACED, image))
    return [{ shape, classIndex, box, points }]
  })
}

/** A labeled object as the kind that it was drawn as. */
export type DrawnObject =
  | ({ readonly kind: 'box' } & BoxObject)
  | ({ readonly kind: 'rotated-box'; readonly turned: RotatedBox } & BoxObject)
  | ({ readonly kind: 'polygon' } & OutlinedObject)
  | ({ readonly kind: 'mask'; readonly tiles: MaskTiles } & OutlinedObject)
  | ({ readonly kind: 'keypoints' } & PointedObject)
  | ({ readonly kind: 'polyline' } & DrawnLine)
  | { readonly kind: 'point'; readonly shape: Shape; readonly classIndex: number; readonly at: PointShape['at'] }

/** A line, in as many pieces as the frame leaves of it. */
interface DrawnLine {
  readonly shape: Shape
  readonly classIndex: number
  readonly pieces: readonly Line[]
}

/** The objects of an image, in stored order, for formats that tell the kinds apart object by object. */
export function drawnObjects(image: ExportImage, classes: ClassList): readonly DrawnObject[] {
  return image.shapes.filter(isPlaced).flatMap((shape): readonly DrawnObject[] => {
    const alone = { ...image, shapes: [shape] }
    switch (shape.kind) {
      case 'box':
        return boxObjects(alone, classes).map((object) => ({ kind: 'box', ...object }))
      case 'rotated-box':
        return boxObjects(alone, classes).map((object) => ({ kind: 'rotated-box', ...object, turned: shape.box }))
      case 'polygon':
        return outlinedObjects(alone, classes).map((object) => ({ kind: 'polygon', ...object }))
      case 'mask':
        return outlinedObjects(alone, classes).map((object) => ({
          kind: 'mask',
          ...object,
          tiles: maskIn(shape, image),
        }))
      case 'keypoints':
        return pointedObjects(alone, classes).map((object) => ({ kind: 'keypoints', ...object }))
      case 'polyline':
      case 'point':
        return bareObject(shape, { classIndex: classes.indexOf(shape.classId), frame: image })
    }
  })
}

/** A line or a point, which encloses nothing. */
function bareObject(
  shape: PolylineShape | PointShape,
  { classIndex, frame }: { readonly classIndex: number; readonly frame: Size },
): readonly DrawnObject[] {
  const left = cutForm(shape, frame)
  if (left.length === 0) return []
  if (shape.kind === 'point') return [{ kind: 'point', shape, classIndex, at: shape.at }]
  const pieces = left.flatMap((form) => (form.kind === 'polyline' ? [form.points] : []))
  return [{ kind: 'polyline', shape, classIndex, pieces }]
}

const UNPLACED: Keypoint = { x: 0, y: 0, visibility: 0 }

/** The classes of an image: what is said of the whole of it, and what can be found in it. */
export function classesIn(image: ExportImage, classes: ClassList): ReadonlySet<number> {
  const found = drawnObjects(image, classes).map(({ classIndex }) => classIndex)
  return new Set([...classesOfWhole(image, classes), ...found])
}

/** The classes that are said of the image as a whole. */
export function classesOfWhole(image: ExportImage, classes: ClassList): readonly number[] {
  return wholeShapes(image).map(({ classId }) => classes.indexOf(classId))
}

/** The labels that say so. */
export function wholeShapes(image: ExportImage): readonly Shape[] {
  return image.shapes.filter(({ kind }) => kind === 'whole')
}

/** The same, in the order of the classes. */
export function classIndices(image: ExportImage, classes: ClassList): readonly number[] {
  return [...classesIn(image, classes)].toSorted((a, b) => a - b)
}

function boxInFrame(shape: Shape, size: Size): Box | undefined {
  if (!isPlaced(shape) || !hasArea(shape)) return undefined
  if (!isUpright(shape)) return inFrame(shape, size)?.box
  const box = clipBox(shape.box, size)
  return box && isWorthWriting(shape.box, box) ? box : undefined
}

/** The part of a shape that lies in the image, and the box around it. Nothing when too little is left. */
function inFrame(shape: Shape, size: Size): { readonly rings: Rings; readonly box: Box } | undefined {
  if (!isPlaced(shape) || !hasArea(shape)) return undefined
  const bounds = shapeBounds(shape)
  const seen = clipBox(bounds, size)
  if (seen === undefined || !isWorthWriting(bounds, seen)) return undefined
  if (isUpright(shape)) return { rings: [boxRing(seen)], box: seen }
  const outlines = shapeRings(shape)
  // Nearly every outline is one ring that lies wholly in its image, and needs no cut.
  if (outlines.length === 1 && isSameBox(bounds, seen)) return { rings: outlines, box: bounds }
  const rings = outlines.map((ring) => clipRing(ring, size)).filter((ring) => ring.length > 0)
  const box = ringsBounds(rings)
  return rings.length > 0 && isWorthWriting(bounds, box) ? { rings, box } : undefined
}

/** Whether a shape is written as the box that it has, cut at the frame. */
function isUpright(shape: PlacedShape): shape is BoxShape | KeypointsShape {
  return shape.kind === 'box' || shape.kind === 'keypoints'
}

function isSameBox(one: Box, other: Box): boolean {
  return one.x0 === other.x0 && one.y0 === other.y0 && one.x1 === other.x1 && one.y1 === other.y1
}

/** Pixels: what the frame cuts narrower than this is no object any more, as in a version. */
const LEAST_CUT_SIDE = 1

/** Pixels: a clipped outline may be narrower by the rounding of its computation. */
const ROUNDING = 1e-6

/** Pixels: what was not cut is written however small it is, as long as its sides do not vanish when they are rounded. */
const LEAST_SIDE = 0.01

/** Asked of millions of objects: nothing is made on the way. */
function isWorthWriting(whole: Box, seen: Box): boolean {
  return isLongEnough(whole.x1 - whole.x0, seen.x1 - seen.x0) && isLongEnough(whole.y1 - whole.y0, seen.y1 - seen.y0)
}

function isLongEnough(before: number, after: number): boolean {
  const isCut = before - after > ROUNDING
  return after >= (isCut ? LEAST_CUT_SIDE : LEAST_SIDE)
}
