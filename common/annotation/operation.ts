import { z } from 'zod'
import { ClassId, ShapeId } from '../ids.ts'
import { ok, type Result } from '../result.ts'
import {
  type AnnotationDocument,
  applyEdits,
  type Change,
  type Edit,
  type EditConflict,
  type Effect,
  inverted,
  isSameShape,
} from './edit.ts'

/**
 * Kind of an entry in an image's history: an edit, its undo or redo, a change of the image's state, or another class
 * for annotations because classes of the project were merged or split again.
 */
export const OperationKind = z.enum(['edit', 'undo', 'redo', 'state', 'reclass'])
export type OperationKind = z.infer<typeof OperationKind>

/** Who made the change: a person in the studio, a program over the management API, or an import. */
export const Actor = z.object({
  kind: z.enum(['person', 'program', 'import']),
  /** Empty when no name was given. */
  name: z.string(),
})
export type Actor = z.infer<typeof Actor>

/** Annotations that got another class, together with many on other images. */
export const Reclassed = z.object({ from: ClassId, into: ClassId, shapes: z.array(ShapeId) }).readonly()
export type Reclassed = z.infer<typeof Reclassed>

/** An operation with its changes; for an undo or redo, the edit in question. */
export interface LoggedEdit {
  readonly kind: OperationKind
  readonly edit: Edit
  readonly reclassed?: Reclassed | undefined
}

/**
 * Returns the annotations before the operations, which are given newest first. Refused when the history does not fit.
 */
export function documentBefore(
  document: AnnotationDocument,
  newestFirst: readonly LoggedEdit[],
): Result<AnnotationDocument, EditConflict> {
  let taken: Effect[] = []
  let before = document
  for (const { kind, edit, reclassed } of newestFirst) {
    if (kind !== 'state') taken.push(kind === 'undo' ? edit : inverted(edit))
    if (!reclassed) continue
    const applied = applyEdits(before, taken)
    if (!applied.ok) return applied
    before = beforeReclassed(applied.value, reclassed)
    taken = []
  }
  return taken.length === 0 ? ok(before) : applyEdits(before, taken)
}

function beforeReclassed(document: AnnotationDocument, { from, into, shapes }: Reclassed): AnnotationDocument {
  const ids = new Set<string>(shapes)
  return document.map((shape) => (shape.classId === into && ids.has(shape.id) ? { ...shape, classId: from } : shape))
}

/** Returns the changes between two states of an image's annotations. */
export function changesBetween(from: AnnotationDocument, to: AnnotationDocument): readonly Change[] {
  const known = new Map(from.map((shape) => [shape.id, shape]))
  const wanted = new Map(to.map((shape) => [shape.id, shape]))
  const gone = from.filter(({ id }) => !wanted.has(id)).map((shape) => ({ before: shape, after: null }))
  const put = to.flatMap((shape) => {
    const now = known.get(shape.id) ?? null
    return now !== null && isSameShape(now, shape) ? [] : [{ before: now, after: shape }]
  })
  return [...gone, ...put]
}
