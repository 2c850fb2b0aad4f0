import { z } from 'zod'
import type { Box } from '../geometry/box.ts'
import { err, ok, type Result } from '../result.ts'
import { Shape } from './shape.ts'

/** What one gesture did to one shape: `before` null adds it, `after` null deletes it, both change it. */
export const Change = z
  .object({ before: Shape.nullable(), after: Shape.nullable() })
  .refine(({ before, after }) => before !== null || after !== null, 'A change needs a shape before or after')
  .refine(
    ({ before, after }) => before === null || after === null || before.id === after.id,
    'A change is about one shape: before and after have different ids',
  )
  .readonly()
export type Change = z.infer<typeof Change>

/** One gesture, the unit of undo. The label is for people: "Draw box", "Move 3 shapes". */
export const Edit = z
  .object({ label: z.string().min(1).max(80), changes: z.array(Change).min(1).max(100_000).readonly() })
  .readonly()
export type Edit = z.infer<typeof Edit>

/** All shapes of one picture, in drawing order. */
export type AnnotationDocument = readonly Shape[]

/** The document is not what the edit was made for: the shape changed, is gone, or is there already. */
export interface EditConflict {
  readonly kind: 'edit-conflict'
  readonly shapeId: string
}

/** The document after the gesture. Refused whole when one `before` is not what the document holds. */
export function applyEdit(document: AnnotationDocument, edit: Edit): Result<AnnotationDocument, EditConflict> {
  const shapes = new Map(document.map((shape) => [shape.id, shape]))
  for (const { before, after } of edit.changes) {
    const id = (before ?? after)?.id
    if (id === undefined) continue
    if (!sameShape(shapes.get(id) ?? null, before)) return err({ kind: 'edit-conflict', shapeId: id })
    if (after === null) shapes.delete(id)
    else shapes.set(id, after)
  }
  return ok([...shapes.values()].sort(byDrawingOrder))
}

/** The edit that takes this one back. */
export function invertEdit(edit: Edit): Edit {
  const changes = edit.changes.map(({ before, after }) => ({ before: after, after: before })).reverse()
  return { label: edit.label, changes }
}

export function byDrawingOrder(a: Shape, b: Shape): number {
  return a.z - b.z || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/** Equality of the stored form; a shape is small, plain data with a fixed key order once parsed. */
function sameShape(a: Shape | null, b: Shape | null): boolean {
  return a === b || (a !== null && b !== null && JSON.stringify(canonical(a)) === JSON.stringify(canonical(b)))
}

function canonical(shape: Shape): unknown {
  const { id, classId, z: order, origin } = shape
  return [id, classId, order, origin, shape.kind, ...form(shape)]
}

function form(shape: Shape): readonly unknown[] {
  switch (shape.kind) {
    case 'box':
      return corners(shape.box)
    case 'polygon':
      return shape.rings.slice()
    case 'keypoints':
      return [...corners(shape.box), ...shape.points.flatMap(({ x, y, visibility }) => [x, y, visibility])]
    case 'whole':
      return []
    case 'text':
      return [shape.prompt, shape.answer]
  }
}

function corners({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [x0, y0, x1, y1]
}
