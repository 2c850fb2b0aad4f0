import { shapeIou } from '#common/annotation/overlap'
import { NO_CLASS } from '#common/annotation/proposal'
import { isPlaced, type PlacedShape, type Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ShapeId } from '#common/ids'
import { formOf, type PlacedAnnotation, type ReadAnnotation } from '../../annotation/annotations/read-annotation.ts'
import { cleanClassName } from '../../dataset/projects/rules.ts'

export interface KnownLabel {
  readonly className: string
  readonly shape: Shape
}

/** Of what a model found, that which no label of the same class covers yet: those that overlap one by more than `iouThreshold` are left out. */
export function freshObjects(
  objects: readonly ReadAnnotation[],
  known: readonly KnownLabel[],
  iouThreshold: number,
): readonly ReadAnnotation[] {
  const byClass = Map.groupBy(known, ({ className }) => className)
  return objects.filter((object) => {
    if (!isPlacedObject(object)) return true
    const shape = shapeOf(object)
    const rivals = byClass.get(cleanClassName(object.className)) ?? []
    return !rivals.some((rival) => isPlaced(rival.shape) && shapeIou(shape, rival.shape) > iouThreshold)
  })
}

function isPlacedObject(object: ReadAnnotation): object is PlacedAnnotation {
  return object.kind !== 'whole' && object.kind !== 'text'
}

/** As a shape without an identity, to be compared. */
function shapeOf(object: PlacedAnnotation): PlacedShape {
  return { id: brand<ShapeId>('unnamed'), classId: NO_CLASS, z: 0, origin: 'smart', ...formOf(object) }
}
