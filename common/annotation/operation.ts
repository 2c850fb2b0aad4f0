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
 * Kind of an entry in an image's log: it changed annotations, undid such a change, repeated it, set the image's state, or gave
 * annotations another class because classes of the project were merged or parted again.
 */
export const OperationKind = z.enum(['edit', 'undo', 'redo', 'state', 'reclass'])
export type OperationKind = z.infer<typeof OperationKind>

/** Who did it: a person in the studio, a program over the management API, or labels that were brought in. */
export const Actor = z.object({
  kind: z.enum(['person', 'program', 'import']),
  /** Empty when nobody told. */
  name: z.string(),
})
export type Actor = z.infer<typeof Actor>

/** Labels that became of another class, together with very many on other images. */
export const Reclassed = z.object({ from: ClassId, into: ClassId, shapes: z.array(ShapeId) }).readonly()
export type Reclassed = z.infer<typeof Reclassed>

/** An operation with what it changed; of an undo and a redo that is the edit that they are about. */
export interface LoggedEdit {
  readonly kind: OperationKind
  readonly edit: Edit
  readonly reclassed?: Reclassed | undefined
}

/** The labels as they were before the operations, which are given newest first. Refused when the log does not lead there. */
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

/** The changes that make one state of an image's labels into another. */
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
