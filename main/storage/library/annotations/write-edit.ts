import { applyEdit, type Edit } from '#common/annotation/edit'
import type { Shape } from '#common/annotation/shape'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { labelOf, type ShapeRow, toShapeRow } from '../dataset/shape-rows.ts'
import type { HeadRow } from '../sql/annotations.sql.ts'
import type { LabelStatements } from './statements.ts'

/** Everything that an edit changes, or nothing. */
export function writeEdit(sql: LabelStatements, head: HeadRow, edit: Edit): Result<undefined, Refusal> {
  const written = writeShapes(sql, head, edit)
  if (!written.ok) return written
  for (const { id, isSettled } of edit.proposals ?? []) sql.proposals.settle.run(isSettled ? 1 : 0, head.seq, id)
  return ok(undefined)
}

/** Checks every `before` against the stored shape, then writes. Only the touched shapes are read, however many there are. */
function writeShapes(sql: LabelStatements, head: HeadRow, edit: Edit): Result<undefined, Refusal> {
  const { seq } = head
  const changed = edit.changes.flatMap(({ before, after }) => [before?.id, after?.id])
  const touched = new Set([...changed.filter((id) => id !== undefined), ...(edit.strokes ?? []).map(({ id }) => id)])
  const stored = storedShapes(sql, seq, touched)
  const applied = applyEdit(stored.map(labelOf(head)), edit)
  if (!applied.ok) return refuse('shape-changed')
  const added = addNeededClasses(sql, head, edit)
  if (!added.ok) return added
  const known = checkClasses(sql, head, applied.value)
  if (!known.ok) return known
  if (touched.size > MOST_ONE_BY_ONE) writeMany(sql, seq, { stored, after: applied.value })
  else writeFew(sql, seq, { stored, after: applied.value })
  return ok(undefined)
}

interface Touched {
  readonly stored: readonly ShapeRow[]
  /** Annotations that remain or were added. */
  readonly after: readonly Shape[]
}

function writeFew(sql: LabelStatements, seq: number, { stored, after }: Touched): void {
  const before = new Set<string>(stored.map(({ id }) => id))
  for (const shape of after) {
    const statement = before.delete(shape.id) ? sql.updateShape : sql.insertShape
    statement.run({ ...toShapeRow(shape), image_seq: seq })
  }
  for (const id of before) sql.deleteShape.run(seq, id)
}

function writeMany(sql: LabelStatements, seq: number, { stored, after }: Touched): void {
  sql.deleteShapes.run(seq, JSON.stringify(stored.map(({ id }) => id)))
  for (const shape of after) sql.insertShape.run({ ...toShapeRow(shape), image_seq: seq })
}

/** An edit of more shapes deletes all of them by one statement and inserts what stays. */
const MOST_ONE_BY_ONE = 200

function storedShapes(sql: LabelStatements, seq: number, touched: ReadonlySet<string>): readonly ShapeRow[] {
  if (touched.size > MOST_ONE_BY_ONE) return sql.shapesAmong.all(seq, JSON.stringify([...touched]))
  return [...touched].map((id) => sql.shape.get(seq, id)).filter((row) => row !== undefined)
}

/**
 * Makes the classes that the library lacks. Another program may have made one of the name; then the shapes of the edit carry an
 * identifier that is none.
 */
function addNeededClasses(sql: LabelStatements, head: HeadRow, { classes = [] }: Edit): Result<undefined, Refusal> {
  const missing = classes.filter(({ id }) => sql.hasClass.get(head.project_id, id) === undefined)
  const taken = missing.find(({ name }) => sql.classOf.get(head.project_id, name) !== undefined)
  if (taken) return refuse('class-created-meanwhile', { class: taken.name })
  for (const { id, name } of missing) sql.classes.addClass.run({ id, project: head.project_id, name })
  return ok(undefined)
}

/** A class that was removed gives its name to no label any more, also not to one that comes back by an undo. */
function checkClasses(
  sql: LabelStatements,
  { project_id }: HeadRow,
  shapes: readonly Shape[],
): Result<undefined, Refusal> {
  const wanted = new Set(shapes.map(({ classId }) => classId))
  const isThere = [...wanted].every((id) => sql.hasClass.get(project_id, id) !== undefined)
  return isThere ? ok(undefined) : refuse('class-of-annotation-removed')
}
