import { z } from 'zod'
import type { Box } from '../geometry/box.ts'
import { sameMask } from '../geometry/masks/mask-tiles.ts'
import type { ShapeId } from '../ids.ts'
import { err, ok, type Result } from '../result.ts'
import { EditName } from './edit-name.ts'
import { marksOf } from './marks.ts'
import { NeededClass, ProposalChange } from './proposal.ts'
import { Shape } from './shape.ts'
import { invertStroke, MaskStroke, strokedMask } from './stroke.ts'

/** Change of one shape in an edit: `before` is null for an added shape, `after` for a deleted one. */
export const Change = z
  .object({ before: Shape.nullable(), after: Shape.nullable() })
  .refine(({ before, after }) => before !== null || after !== null, 'A change needs a shape before or after')
  .refine(
    ({ before, after }) => before === null || after === null || before.id === after.id,
    'A change is about one shape: before and after have different ids',
  )
  .readonly()
export type Change = z.infer<typeof Change>

/** One gesture, the unit of undo. The label is its name for people. */
export const Edit = z
  .object({
    label: EditName,
    changes: z.array(Change).max(100_000).readonly(),
    /** Strokes on masks, which must not be among the changes. */
    strokes: z.array(MaskStroke).max(100_000).readonly().optional(),
    /** Predictions that are accepted or rejected; undo offers them again. */
    proposals: z.array(ProposalChange).max(100_000).readonly().optional(),
    /** Classes that the shapes need. */
    classes: z.array(NeededClass).max(100_000).readonly().optional(),
  })
  .refine(
    ({ changes, proposals = [], strokes = [] }) => changes.length + proposals.length + strokes.length > 0,
    'An edit changes something',
  )
  .refine(({ changes, strokes = [] }) => {
    const changed = new Set(changes.map(({ before, after }) => (before ?? after)?.id))
    const painted = new Set(strokes.map(({ id }) => id))
    return painted.size === strokes.length && !strokes.some(({ id }) => changed.has(id))
  }, 'An edit paints on a mask once and does not change it besides')
  .readonly()
export type Edit = z.infer<typeof Edit>

/** The changes of an edit, without its name. */
export type Effect = Pick<Edit, 'changes' | 'strokes' | 'proposals'>

/** Returns whether an edit changes nothing. */
export function isEmptyEdit({ changes, strokes = [], proposals = [] }: Effect): boolean {
  return changes.length + strokes.length + proposals.length === 0
}

/** All shapes of one image, in drawing order (`byDrawingOrder`). */
export type AnnotationDocument = readonly Shape[]

/** The document is not the one that the edit was made for: a shape was changed or deleted, or exists already. */
export interface EditConflict {
  readonly kind: 'edit-conflict'
  readonly shapeId: string
}

/** Applies an edit. Refuses it completely if one `before` differs from the document. */
export function applyEdit(document: AnnotationDocument, edit: Effect): Result<AnnotationDocument, EditConflict> {
  return applyEdits(document, [edit])
}

/** Applies several edits in order. Refuses all if one does not fit. */
export function applyEdits(
  document: AnnotationDocument,
  edits: readonly Effect[],
): Result<AnnotationDocument, EditConflict> {
  const { touched, others } = apart(document, new Set(edits.flatMap(touchedIds)))
  const shapes = new Map(touched.map((shape) => [shape.id, shape] as const))
  for (const edit of edits) {
    const conflict = changeShapes(shapes, edit)
    if (conflict) return err(conflict)
  }
  const after = [...shapes.values()].sort(byDrawingOrder)
  return ok(replaced(document, touched, after) ?? merged(others, after))
}

/** Runs in a single pass, because every gesture needs it, on images with tens of thousands of shapes. */
function apart(document: AnnotationDocument, ids: ReadonlySet<ShapeId>) {
  const [touched, others] = [new Array<Shape>(), new Array<Shape>()]
  for (const shape of document) {
    if (ids.has(shape.id)) touched.push(shape)
    else others.push(shape)
  }
  return { touched, others }
}

/** Replaces changed shapes in place; undefined if the edit changes the drawing order, which is rare. */
function replaced(
  document: AnnotationDocument,
  before: AnnotationDocument,
  after: AnnotationDocument,
): AnnotationDocument | undefined {
  const isInPlace =
    before.length === after.length && before.every((shape, i) => after[i]?.id === shape.id && after[i].z === shape.z)
  if (!isInPlace) return undefined
  const shapes = document.slice()
  let from = 0
  after.forEach((shape, i) => {
    const place = before[i] ? document.indexOf(before[i], from) : -1
    shapes[place] = shape
    from = place + 1
  })
  return shapes
}

function touchedIds({ changes, strokes = [] }: Effect): readonly ShapeId[] {
  return [...changes.flatMap(({ before, after }) => (before ?? after)?.id ?? []), ...strokes.map(({ id }) => id)]
}

/** Merges two lists in drawing order: a gesture touches few of many shapes, and the others need no sorting. */
function merged(others: AnnotationDocument, touched: AnnotationDocument): AnnotationDocument {
  if (touched.length === 0) return others
  const all: Shape[] = []
  let from = 0
  for (const shape of touched) {
    const to = placeFor(shape, others, from)
    for (const other of others.slice(from, to)) all.push(other)
    all.push(shape)
    from = to
  }
  return [...all, ...others.slice(from)]
}

/** Returns the index, from `from` on, of the first other shape that is drawn after this one. */
function placeFor(shape: Shape, others: AnnotationDocument, from: number): number {
  let [low, high] = [from, others.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = others[middle]
    if (other && byDrawingOrder(other, shape) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function changeShapes(shapes: Map<ShapeId, Shape>, { changes, strokes = [] }: Effect): EditConflict | undefined {
  for (const { before, after } of changes) {
    const id = (before ?? after)?.id
    if (id === undefined) continue
    if (!isSameShape(shapes.get(id) ?? null, before)) return { kind: 'edit-conflict', shapeId: id }
    if (after === null) shapes.delete(id)
    else shapes.set(id, after)
  }
  const misfit = strokes.find((stroke) => !paint(shapes, stroke))
  return misfit && { kind: 'edit-conflict', shapeId: misfit.id }
}

/** Returns false when the mask is not the one that the stroke was made on. */
function paint(shapes: Map<ShapeId, Shape>, stroke: MaskStroke): boolean {
  const shape = shapes.get(stroke.id)
  const after = shape?.kind === 'mask' ? strokedMask(shape, stroke) : undefined
  if (after) shapes.set(after.id, after)
  return after !== undefined
}

/** Returns the edit that undoes this one. */
export function invertEdit(edit: Edit): Edit {
  return { label: edit.label, ...inverted(edit) }
}

/** The same of what it does. */
export function inverted({ changes, strokes, proposals }: Effect): Effect {
  return {
    changes: changes.map(({ before, after }) => ({ before: after, after: before })).reverse(),
    ...(strokes && { strokes: strokes.map(invertStroke) }),
    ...(proposals && { proposals: proposals.map(({ id, isSettled }) => ({ id, isSettled: !isSettled })) }),
  }
}

export function byDrawingOrder(a: Shape, b: Shape): number {
  return a.z - b.z || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

/**
 * Returns whether two shapes have the same stored form, which is small and has a fixed key order once parsed. Masks are
 * compared tile by tile.
 */
export function isSameShape(a: Shape | null, b: Shape | null): boolean {
  if (a === b || a === null || b === null) return a === b
  if (JSON.stringify(canonical(a)) !== JSON.stringify(canonical(b))) return false
  return a.kind !== 'mask' || (b.kind === 'mask' && sameMask(a.tiles, b.tiles))
}

function canonical(shape: Shape): unknown {
  const { id, classId, z: order, origin } = shape
  return [id, classId, order, origin, shape.kind, marksOf(shape), ...form(shape)]
}

function form(shape: Shape): readonly unknown[] {
  switch (shape.kind) {
    case 'box':
      return corners(shape.box)
    case 'rotated-box':
      return [shape.box.center.x, shape.box.center.y, shape.box.width, shape.box.height, shape.box.angle]
    case 'polygon':
      return shape.rings.slice()
    case 'polyline':
      return shape.points.slice()
    case 'point':
      return [shape.at.x, shape.at.y]
    case 'keypoints':
      return [...corners(shape.box), ...shape.points.flatMap(({ x, y, visibility }) => [x, y, visibility])]
    case 'mask':
    case 'whole':
      return []
    case 'text':
      return [shape.prompt, shape.answer]
  }
}

function corners({ x0, y0, x1, y1 }: Box): readonly number[] {
  return [x0, y0, x1, y1]
}
