import type { ClassId, ShapeId } from '../ids.ts'
import type { AnnotationDocument, Change } from './edit.ts'
import type { Shape } from './shape.ts'

export interface ClassChange {
  readonly classId: ClassId
  /** `give`: the image is of the class afterwards; `take`: it is not. */
  readonly way: 'give' | 'take'
  /** An image is of one class at most: the new one takes the place of others. */
  readonly isOnly: boolean
  readonly fresh: () => ShapeId
}

/** Changes that give a class to the image as a whole, or take it away; none when nothing has to change. */
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

/** Whether a label is about the image as a whole. */
export function isWhole(shape: Shape): boolean {
  return shape.kind === 'whole'
}
