import { z } from 'zod'
import type { Result } from '../result.ts'
import {
  type AnnotationDocument,
  applyEdits,
  type Change,
  type Edit,
  type EditConflict,
  invertEdit,
  isSameShape,
} from './edit.ts'

/** What one entry of a picture's log did: changed labels, took such a change back, repeated it, or set the picture's state. */
export const OperationKind = z.enum(['edit', 'undo', 'redo', 'state'])
export type OperationKind = z.infer<typeof OperationKind>

/** Who did it: a person in the studio, a program over the management API, or labels that were brought in. */
export const Actor = z.object({
  kind: z.enum(['person', 'program', 'import']),
  /** Empty when nobody told. */
  name: z.string(),
})
export type Actor = z.infer<typeof Actor>

/** An operation with what it changed; of an undo and a redo that is the edit that they are about. */
export interface LoggedEdit {
  readonly kind: OperationKind
  readonly edit: Edit
}

/** The labels as they were before the operations, which are given newest first. Refused when the log does not lead there. */
export function documentBefore(
  document: AnnotationDocument,
  newestFirst: readonly LoggedEdit[],
): Result<AnnotationDocument, EditConflict> {
  const takenBack = newestFirst.flatMap(({ kind, edit }) => {
    if (kind === 'state') return []
    return [kind === 'undo' ? edit : invertEdit(edit)]
  })
  return applyEdits(document, takenBack)
}

/** The changes that make one state of a picture's labels into another. */
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
