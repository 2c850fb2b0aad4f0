import { type Edit, isSameShape } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { isPlaced, type Shape } from '#common/annotation/shape'
import type { ReadAnnotation } from './read-annotation.ts'
import { sameForm } from './same-annotation.ts'

/**
 * Puts labels in the place of others. One that goes by the same identifier is changed, not made anew, and one that says the same
 * stays as it is, to the last digit of its place. Undefined when there is nothing to do.
 */
export function replacing(before: readonly Shape[], after: readonly Shape[]): Edit | undefined {
  const known = new Map(before.map((shape) => [shape.id, shape]))
  const wanted = new Set(after.map(({ id }) => id))
  const removed = before.filter(({ id }) => !wanted.has(id)).map((shape) => ({ before: shape, after: null }))
  const made = after.flatMap((shape) => {
    const old = known.get(shape.id) ?? null
    const settled = old && withExactPlace(shape, old)
    return isSameShape(old, settled) && old !== null ? [] : [{ before: old, after: settled ?? shape }]
  })
  const changes = [...removed, ...made]
  return changes.length === 0 ? undefined : { label: editName('edit-import'), changes }
}

/** The shape at the place where it was, when it is there still but for the rounding of a way over the wire. */
function withExactPlace(shape: Shape, old: Shape): Shape {
  if (!sameForm(bare(shape), bare(old))) return shape
  const { id, classId, z, origin, isLocked, isCarried, crowd, group, attributes, drawn } = shape
  return { ...old, id, classId, z, origin, isLocked, isCarried, crowd, group, attributes, drawn }
}

function bare(shape: Shape): ReadAnnotation {
  return isPlaced(shape) ? { className: '', ...shape } : { className: '', ...shape }
}
