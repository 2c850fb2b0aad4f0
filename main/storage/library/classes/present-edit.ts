import type { Change, Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { brand } from '#common/border'
import type { ClassId, ShapeId } from '#common/ids'
import type { MergeStatements } from './merge.sql.ts'

export interface Present {
  /** The class that a stored shape has; undefined when there is no such shape. */
  readonly classOf: (shape: ShapeId) => ClassId | undefined
  /** The class that a class was merged into; itself while it was not merged. */
  readonly classNow: (id: ClassId) => ClassId
}

/**
 * An edit from before classes were merged, or parted again, as it is to be made now: where it left the class of a label alone it
 * leaves it alone still, and a class that is none any more is the one that it became. The edit itself where that changes nothing.
 */
export function presentEdit(edit: Edit, present: Present): Edit {
  const changes = edit.changes.map((change) => presentChange(change, present))
  return changes.some((change, place) => change !== edit.changes[place]) ? { ...edit, changes } : edit
}

function presentChange(change: Change, { classOf, classNow }: Present): Change {
  const { before, after } = change
  if (before === null) return changed(change, null, after && withClass(after, classNow(after.classId)))
  const now = classOf(before.id) ?? before.classId
  const next = after && withClass(after, after.classId === before.classId ? now : classNow(after.classId))
  return changed(change, withClass(before, now), next)
}

/** The change itself where it stays the same. */
function changed(change: Change, before: Shape | null, after: Shape | null): Change {
  return before === change.before && after === change.after ? change : { before, after }
}

function withClass(shape: Shape, classId: ClassId): Shape {
  return shape.classId === classId ? shape : { ...shape, classId }
}

/** More merges than this one after the other are a circle, which cannot be. */
const LONGEST = 1000

/** Follows merges from class to class. */
export function classNowIn(sql: Pick<MergeStatements, 'becameOf'>): (id: ClassId) => ClassId {
  return (id) => {
    let now: string = id
    for (let step = 0; step < LONGEST; step++) {
      const next = sql.becameOf.get(now)
      if (next === undefined) return brand<ClassId>(now)
      now = next
    }
    return id
  }
}
