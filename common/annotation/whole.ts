import type { ClassId, ShapeId } from '../ids.ts'
import type { AnnotationDocument, Change } from './edit.ts'
import type { Shape } from './shape.ts'

export interface ClassChange {
  readonly classId: ClassId
  /** `give` adds the class, `take` removes it. */
  readonly way: 'give' | 'take'
  /** Whether an image has at most one class, which a new one replaces. */
  readonly isOnly: boolean
  readonly fresh: () => ShapeId
}

/** Returns the changes that add a class to the whole image or remove it; none when nothing has to change. */
export function classChanges(
  document: AnnotationDocument,
  { classId, way, isOnly, fresh }: ClassChange,
): readonly Change[] {
  const given = document.filter(({ kind }) => kind === 'whole')
  const same = given.filter((shape) => shape.classId === classId)
  if (way === 'take') return same.map((before) => ({ before, after: null }))
  const others = isOnly ? given.filter((shape) => shape.classId !== classId) : []
  const dropped = others.map((before): Change => ({ before, after: null }))
  if (same.length > 0) return dropped
  const z = document.reduce((most, shape) => Math.max(most, shape.z + 1), 0)
  const after: Shape = { id: fresh(), classId, z, origin: 'hand', kind: 'whole' }
  return [...dropped, { before: null, after }]
}

/** Returns whether an annotation is of the whole image. */
export function isWhole(shape: Shape): boolean {
  return shape.kind === 'whole'
}
