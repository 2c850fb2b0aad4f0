import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import { isClassification } from '#core/annotation/annotations/project-types'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'

/**
 * What counts for a project of what a file says of an image in several ways: texts for one of texts, classes of the whole image
 * for one of classes, else what has a place. Where nothing of that kind is said the rest is, and the project may refuse it.
 */
export function saidFor(objects: readonly ReadAnnotation[], { type }: Pick<AnnotatedImage, 'type'>) {
  const wanted = objects.filter(({ kind }) => isWanted(kind, type))
  return wanted.length > 0 ? wanted : objects
}

function isWanted(kind: ReadAnnotation['kind'], type: AnnotatedImage['type']): boolean {
  if (type === 'text-image-pairs') return kind === 'text'
  return isClassification(type) ? kind === 'whole' : kind !== 'whole' && kind !== 'text'
}
