import { saidByNames } from '#common/annotation/named/values'
import type { PlacedShape, Shape } from '#common/annotation/shape'
import type { OpenedAnnotations } from '#common/contract/annotations'
import type { LabelClass } from '#common/contract/projects'
import { formOf, type PlacedAnnotation, type ReadAnnotation } from './read-annotation.ts'
import { stationMarksOf } from './station-marks.ts'

/** Facts of a class that its annotations carry along. */
type NamedClass = Pick<LabelClass, 'name'> & Partial<Pick<LabelClass, 'skeleton' | 'attributes'>>

/** The annotations of an image under the names of their classes; undefined while nobody has annotated it. */
export function annotationsByNames(
  { shapes, isNull }: Pick<OpenedAnnotations, 'shapes' | 'isNull'>,
  classes: readonly LabelClass[],
): readonly ReadAnnotation[] | undefined {
  if (shapes.length === 0 && !isNull) return undefined
  const known = new Map(classes.map((each) => [each.id, each]))
  return shapes.map((shape) => toAnnotation(shape, known.get(shape.classId) ?? { name: '' }))
}

/** A shape under the name of its class, with the names of its points and of what it says by attributes, and all that stations tell. */
export function toAnnotation(shape: Shape, named: NamedClass): ReadAnnotation {
  const said = saidByNames(named.attributes ?? [], shape.attributes)
  return { ...toBare(shape, named), ...(said && { said }), own: stationMarksOf(shape) }
}

function toBare(shape: Shape, named: NamedClass): ReadAnnotation {
  const className = named.name
  if (shape.kind === 'whole') return { className, kind: 'whole' }
  if (shape.kind === 'text') return { className, kind: 'text', prompt: shape.prompt, answer: shape.answer }
  return toPlaced(shape, named)
}

/** A shape with a place in the image, under the name of its class. */
export function toPlaced(shape: PlacedShape, { name: className, skeleton }: NamedClass): PlacedAnnotation {
  const object: PlacedAnnotation = { className, ...formOf({ className, ...shape }) }
  return object.kind === 'keypoints' && skeleton ? { ...object, skeleton } : object
}
