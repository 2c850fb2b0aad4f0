import { isPlaced, type Shape, shapeBounds } from '#common/annotation/shape'
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
  /** In square pixels, without the holes. */
  readonly area: number
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
    return [{ classIndex: classes.indexOf(shape.classId), box: ringsBounds(rings), parts, area }]
  })
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
