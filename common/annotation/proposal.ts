import { z } from 'zod'
import { brand } from '../border.ts'
import { ClassId, ProposalId, type ShapeId } from '../ids.ts'
import {
  BoxShape,
  KeypointsShape,
  MaskShape,
  type PlacedShape,
  PointShape,
  PolygonShape,
  PolylineShape,
  RotatedBoxShape,
} from './shape.ts'

/** Fields of a shape that a prediction does not have yet. */
const OWN = { id: true, classId: true, z: true, origin: true } as const

/** Kind and geometry, as of a shape. */
const ProposedForm = z.discriminatedUnion('kind', [
  BoxShape.unwrap().omit(OWN),
  RotatedBoxShape.unwrap().omit(OWN),
  PolygonShape.unwrap().omit(OWN),
  PolylineShape.unwrap().omit(OWN),
  PointShape.unwrap().omit(OWN),
  MaskShape.unwrap().omit(OWN),
  KeypointsShape.unwrap().omit(OWN),
])
export type ProposedForm = z.infer<typeof ProposedForm>

/** A prediction of a model. It is not counted, shown or exported as an annotation until a person accepts it. */
export const Proposal = z.object({
  id: ProposalId,
  /** Name of the model or program; empty when unknown. */
  source: z.string(),
  /** The project may not have this class yet. */
  className: z.string(),
  /** The id of the class of this name, or of the one to be created, if it is known in advance. */
  classId: ClassId.optional(),
  /** Confidence of the model, 0…1; null when unknown. */
  score: z.number().min(0).max(1).nullable(),
  form: ProposedForm,
})
export type Proposal = z.infer<typeof Proposal>

/** Effect of an edit on a prediction: settles it (accepted or rejected), or offers it again. */
export const ProposalChange = z.object({ id: ProposalId, isSettled: z.boolean() }).readonly()
export type ProposalChange = z.infer<typeof ProposalChange>

/** A class that an edit needs, with the id that its shapes refer to. Created with the edit unless it exists. */
export const NeededClass = z.object({ id: ClassId, name: z.string() }).readonly()
export type NeededClass = z.infer<typeof NeededClass>

/** Placeholder where a shape must have a class and a prediction has none. */
export const NO_CLASS = brand<ClassId>('NoClassYet')

/**
 * Returns the shape that a prediction becomes when it is accepted. It keeps the prediction's id, so that a prediction
 * accepted in two windows makes one annotation.
 */
export function proposedShape(
  { id, form }: Proposal,
  { classId = NO_CLASS, z = 0 }: { readonly classId?: ClassId; readonly z?: number } = {},
): PlacedShape {
  return { id: brand<ShapeId>(id), classId, z, origin: 'smart', ...form }
}

/** Returns which predictions are settled after the changes; undefined when a change has no effect. */
export function settledAfter(
  settled: ReadonlySet<ProposalId>,
  changes: readonly ProposalChange[] = [],
): ReadonlySet<ProposalId> | undefined {
  if (changes.length === 0) return settled
  const after = new Set(settled)
  for (const { id, isSettled } of changes) {
    if (after.has(id) === isSettled) return undefined
    if (isSettled) after.add(id)
    else after.delete(id)
  }
  return after
}
