import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { ReadAnnotation } from '#core/annotations/read-annotation'
import type { AnnotatedPicture } from '#core/management/ports'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import type { DocumentEntry } from './documents.ts'

/**
 * An image whose annotations are read one by one: one that cannot be read costs only itself. Where none can be read, the image stays
 * unlabelled for the reason of the first.
 */
export function entryOfParts(name: string, parts: readonly Result<ReadAnnotation, Refusal>[]): DocumentEntry {
  const objects = parts.flatMap((part) => (part.ok ? [part.value] : []))
  const faults = parts.flatMap((part) => (part.ok ? [] : [part]))
  const [first] = faults
  if (objects.length === 0 && first) return { name, objects: () => first }
  return {
    name,
    leftOut: faults.map(({ error }) => error.message),
    objects: (picture: AnnotatedPicture) => ok(saidFor(objects, picture)),
  }
}
