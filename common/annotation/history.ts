import { ok, type Result } from '../result.ts'
import { type AnnotationDocument, applyEdit, type Edit, type EditConflict, invertEdit } from './edit.ts'

/** A document and its edits. `undone` holds edits to redo, the last one first. */
export interface History {
  readonly document: AnnotationDocument
  readonly done: readonly Edit[]
  readonly undone: readonly Edit[]
}

export function startHistory(document: AnnotationDocument): History {
  return { document, done: [], undone: [] }
}

/** Applies a new edit and clears the edits to redo. */
export function perform({ document, done }: History, edit: Edit): Result<History, EditConflict> {
  const after = applyEdit(document, edit)
  return after.ok ? ok({ document: after.value, done: [...done, edit], undone: [] }) : after
}

/** Undoes the last edit; returns the same history when there is none. */
export function undo(history: History): Result<History, EditConflict> {
  const edit = history.done.at(-1)
  if (edit === undefined) return ok(history)
  const before = applyEdit(history.document, invertEdit(edit))
  if (!before.ok) return before
  return ok({ document: before.value, done: history.done.slice(0, -1), undone: [...history.undone, edit] })
}

/** Redoes the edit undone last; returns the same history when there is none. */
export function redo(history: History): Result<History, EditConflict> {
  const edit = history.undone.at(-1)
  if (edit === undefined) return ok(history)
  const after = applyEdit(history.document, edit)
  if (!after.ok) return after
  return ok({ document: after.value, done: [...history.done, edit], undone: history.undone.slice(0, -1) })
}
