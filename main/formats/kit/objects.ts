import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { Keypoint } from '#common/annotation/skeleton'
import { pointInFrame } from '#common/annotation/transform'
import type { ExportImage } from '#common/exports/model'
import { type Box, boxRing, boxSize, clipBox } from '#common/geometry/box'
import { type Ring, type Rings, ringsBounds, signedRingArea } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ClassList } from './class-names.ts'
import { clipRing, partRings } from './rings.ts'

/** A labelled object as a box inside the picture. */
export interface BoxObject {
  readonly classIndex: number
  readonly box: Box
}

/** A labelled object with its outline: one ring for each part, holes joined to the ring around them. */
export interface OutlinedObject extends BoxObject {
  readonly parts: readonly Ring[]
  /** The same with holes as rings of their own, under the even-odd rule. */
  readonly rings: Rings
  /** In square pixels, without the holes. */
  readonly area: number
}

/** A labelled object with its named points, in the order of its class's skeleton. */
export interface PointedObject extends BoxObject {
  readonly points: readonly Keypoint[]
}

/** The labels of which enough lies in the picture to be written, in stored order: one for each object. */
export function writtenShapes(image: ExportImage): readonly PlacedShape[] {
  return image.shapes.filter(isPlaced).filter((shape) => ringsInFrame(shape, image).length > 0)
}

/** The objects of a picture, in stored order, each as the smallest box around it. */
export function boxObjects(image: ExportImage, classes: ClassList): readonly BoxObject[] {
  return image.shapes.flatMap((shape) => {
    const rings = ringsInFrame(shape, image)
    return rings.length === 0 ? [] : [{ classIndex: classes.indexOf(shape.classId), box: ringsBounds(rings) }]
  })
}

/** The objects of a picture, in stored order, each with its outline. A box has four corners. */
export function outlinedObjects(image: ExportImage, classes: ClassList): readonly OutlinedObject[] {
  return image.shapes.flatMap((shape) => {
    const rings = ringsInFrame(shape, image)
    if (rings.length === 0) return []
    const parts = partRings(rings)
    const area = parts.reduce((sum, part) => sum + Math.abs(signedRingArea(part)), 0)
    return [{ classIndex: classes.indexOf(shape.classId), box: ringsBounds(rings), parts, rings, area }]
  })
}

/** The objects of a picture, in stored order, each with as many points as its class has; none of them placed on a mere box. */
export function pointedObjects(image: ExportImage, classes: ClassList): readonly PointedObject[] {
  return image.shapes.flatMap((shape) => {
    const rings = ringsInFrame(shape, image)
    if (rings.length === 0) return []
    const classIndex = classes.indexOf(shape.classId)
    const given = shape.kind === 'keypoints' ? shape.points : []
    const names = classes.all[classIndex]?.skeleton.points ?? []
    const points = names.map((_, place) => pointInFrame(given[place] ?? UNPLACED, image))
    return [{ classIndex, box: ringsBounds(rings), points }]
  })
}

/** A labelled object as the kind that it was drawn as. */
export type DrawnObject =
  | ({ readonly kind: 'box' } & BoxObject)
  | ({ readonly kind: 'polygon' } & OutlinedObject)
  | ({ readonly kind: 'keypoints' } & PointedObject)

/** The objects of a picture, in stored order, for formats that tell boxes, outlines and keypoints apart object by object. */
export function drawnObjects(image: ExportImage, classes: ClassList): readonly DrawnObject[] {
  return image.shapes.filter(isPlaced).flatMap((shape): readonly DrawnObject[] => {
    const { kind } = shape
    const alone = { ...image, shapes: [shape] }
    switch (kind) {
      case 'box':
        return boxObjects(alone, classes).map((object) => ({ kind, ...object }))
      case 'polygon':
        return outlinedObjects(alone, classes).map((object) => ({ kind, ...object }))
      case 'keypoints':
        return pointedObjects(alone, classes).map((object) => ({ kind, ...object }))
    }
  })
}

const UNPLACED: Keypoint = { x: 0, y: 0, visibility: 0 }

/** The classes of a picture: what is said of the whole of it, and what can be found in it. */
export function classesIn(image: ExportImage, classes: ClassList): ReadonlySet<number> {
  const found = boxObjects(image, classes).map(({ classIndex }) => classIndex)
  return new Set([...classesOfWhole(image, classes), ...found])
}

/** The classes that are said of the picture as a whole. */
export function classesOfWhole(image: ExportImage, classes: ClassList): readonly number[] {
  return image.shapes.filter(({ kind }) => kind === 'whole').map(({ classId }) => classes.indexOf(classId))
}

/** The same, in the order of the classes. */
export function classIndices(image: ExportImage, classes: ClassList): readonly number[] {
  return [...classesIn(image, classes)].toSorted((a, b) => a - b)
}

/** What of a shape lies in the picture. Nothing when a side of that is under a pixel: no trainer can use it. */
function ringsInFrame(shape: Shape, size: Size): Rings {
  if (!isPlaced(shape)) return []
  const bounds = clipBox(shapeBounds(shape), size)
  if (bounds === undefined || isSliver(bounds)) return []
  if (shape.kind !== 'polygon') return [boxRing(bounds)]
  const rings = shape.rings.map((ring) => clipRing(ring, size)).filter((ring) => ring.length > 0)
  return rings.length === 0 || isSliver(ringsBounds(rings)) ? [] : rings
}

function isSliver(box: Box): boolean {
  const { width, height } = boxSize(box)
  return width < 1 || height < 1
}
