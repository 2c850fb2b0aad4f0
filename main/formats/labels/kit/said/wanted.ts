import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'

/**
 * The annotations that count for a project, of a file that describes an image in several ways: texts for a project of texts, classes of the
 * whole image for one of classes, else objects with a place. Without any of that kind the others remain, and may be refused by the project.
 */
export function saidFor(objects: readonly ReadAnnotation[], { type }: Pick<AnnotatedImage, 'type'>) {
  const wanted = objects.filter(({ kind }) => isWanted(kind, type))
  return wanted.length > 0 ? wanted : objects
}

function isWanted(kind: ReadAnnotation['kind'], type: AnnotatedImage['type']): boolean {
  if (type === 'text-image-pairs') return kind === 'text'
  return isClassification(type) ? kind === 'whole' : kind !== 'whole' && kind !== 'text'
}
