import type { Change, Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { type PlacedForm, type PlacedShape, shapeArea } from '#common/annotation/shape'
import type { Ring } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import type { Message } from '#common/messages/template'
import { err, ok, type Result } from '#common/result'
import { crossingSegments } from '#renderer/canvas/outline'
import { type AreaForm, type AreaShape, type Combination, combinedForm, isArea, reformed } from './combine.ts'
import type { OutlineRefusal } from './refusal.ts'
import { slicedForms } from './slice-shape.ts'

export interface OutlineEdit {
  readonly edit: Edit
  /** Shapes to select afterwards. */
  readonly select: readonly ShapeId[]
}

type Reshaped = Result<OutlineEdit, OutlineRefusal>

const LABELS = {
  unite: (count: number) => editName('edit-unite', { count }),
  intersect: (count: number) => editName('edit-intersect', { count }),
} as const

/**
 * The areas among the shapes as one, which is the first with another outline: its class, place in the order and attributes stay. What is
 * subtracted stays where it is; otherwise the others go.
 */
export function combineEdit(shapes: readonly PlacedShape[], how: Combination, frame: Size): Reshaped {
  const [first, ...others] = shapes.filter(isArea)
  if (!first || others.length === 0) return err('too-few')
  if (how === 'subtract') return changedEdit(first, others, { how, frame, label: changedLabel(first, how) })
  if ([first, ...others].some(isLocked)) return err('locked')
  const form = combinedForm(first, others, { how, frame })
  if (!form) return err(how === 'intersect' ? 'nothing-common' : 'nothing-left')
  const changes = [
    { before: first, after: reformed(first, form) },
    ...others.map((before) => ({ before, after: null })),
  ]
  return ok({ edit: { label: LABELS[how](changes.length), changes }, select: [first.id] })
}

/** One area with an outline drawn by hand added to it, or taken away. */
export function drawnEdit(
  shape: PlacedShape | undefined,
  ring: Ring,
  { how, frame }: { readonly how: 'unite' | 'subtract'; readonly frame: Size },
): Reshaped {
  if (!shape || !isArea(shape)) return err('no-area')
  return changedEdit(shape, [{ kind: 'polygon', rings: [ring] }], { how, frame, label: changedLabel(shape, how) })
}

function changedLabel({ kind: shape }: AreaShape, how: 'unite' | 'subtract'): Message {
  const kind = kindName(shape)
  return how === 'unite' ? editName('edit-add-to', { kind }) : editName('edit-subtract-from', { kind })
}

interface Changing {
  readonly how: 'unite' | 'subtract'
  readonly frame: Size
  readonly label: Message
}

/** One area after others were added to it or taken away. */
function changedEdit(before: AreaShape, others: readonly AreaForm[], { how, frame, label }: Changing): Reshaped {
  if (isLocked(before)) return err('locked')
  const form = combinedForm(before, others, { how, frame })
  if (!form) return err('nothing-left')
  if (isSameArea(form, before)) return err('apart')
  return ok({ edit: { label, changes: [{ before, after: reformed(before, form) }] }, select: [before.id] })
}

interface Slicing {
  readonly line: Ring
  readonly frame: Size
  readonly freshId: () => ShapeId
}

/** Each area that the line goes through in pieces: the largest stays the shape it was, the others are new ones beside it in the order. */
export function sliceEdit(shapes: readonly PlacedShape[], { line, frame, freshId }: Slicing): Reshaped {
  const areas = shapes.filter(isArea)
  if (areas.length === 0) return err('no-area')
  if (crossingSegments(line, false).length > 0) return err('tangled-cut')
  const cut = areas
    .filter((shape) => !isLocked(shape))
    .map((shape) => ({ shape, pieces: slicedForms(shape, line, frame) }))
    .filter(({ pieces }) => pieces.length > 1)
  if (cut.length === 0) return err(areas.some(isLocked) ? 'locked' : 'not-cut')
  const changes = cut.flatMap(({ shape, pieces }) => sliceChanges(shape, pieces, freshId))
  const [only] = cut
  const label =
    only && cut.length === 1
      ? editName('edit-slice', { kind: kindName(only.shape.kind) })
      : editName('edit-slice-shapes', { count: cut.length })
  const whole = areas.filter((shape) => !cut.some((each) => each.shape === shape)).map(({ id }) => id)
  return ok({ edit: { label, changes }, select: [...changes.flatMap(({ after }) => after?.id ?? []), ...whole] })
}

function sliceChanges(shape: AreaShape, pieces: readonly AreaForm[], freshId: () => ShapeId): readonly Change[] {
  return pieces.map((form, place) =>
    place === 0
      ? { before: shape, after: reformed(shape, form) }
      : { before: null, after: { ...reformed(shape, form), id: freshId() } },
  )
}

function isLocked({ isLocked: locked }: PlacedShape): boolean {
  return locked === true
}

/** Square pixels by which areas may differ and be called the same. */
const SAME = 1e-6

function isSameArea(a: PlacedForm, b: PlacedForm): boolean {
  return Math.abs(shapeArea(a) - shapeArea(b)) < SAME
}
