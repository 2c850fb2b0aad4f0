import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { AnnotatedImage } from '#core/annotation/annotations/annotation-file'
import type { ReadAnnotation } from '#core/annotation/annotations/read-annotation'
import { filePlace } from '../../labels/kit/places.ts'
import { withoutClass } from '../../labels/kit/reading.ts'
import { saidFor } from '../../labels/kit/said/wanted.ts'
import type { DocumentEntry } from './documents.ts'

type Part = Result<ReadAnnotation, Refusal>

/**
 * An image whose annotations are read one by one: one that cannot be read costs only itself. Where none can be read, the image stays
 * unlabeled for the reason of the first.
 */
export function entryOfParts(name: string, said: readonly Part[]): DocumentEntry {
  const parts = said.map(classed)
  const objects = parts.flatMap((part) => (part.ok ? [part.value] : []))
  const faults = parts.flatMap((part) => (part.ok ? [] : [part]))
  const [first] = faults
  if (objects.length === 0 && first) return { name, objects: () => first }
  return {
    name,
    leftOut: faults.map(({ error }) => error),
    objects: (image: AnnotatedImage) => ok(saidFor(objects, image)),
  }
}

function classed(part: Part, index: number): Part {
  return part.ok && part.value.className.trim() === '' ? withoutClass(filePlace('object', index + 1)) : part
}
