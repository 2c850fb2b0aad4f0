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

/** Fields that a shape has and a proposal does not have yet. */
const OWN = { id: true, classId: true, z: true, origin: true } as const

/** Kind and geometry, the same as a shape's. */
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

/** A shape as a model said it. It is no label: nothing counts, shows or exports it as one until a person accepts it. */
export const Proposal = z.object({
  id: ProposalId,
  /** Name of the model or program that said it; empty when it did not tell. */
  source: z.string(),
  /** The project need not have this class yet. */
  className: z.string(),
  /** The identifier that a class of this name has or will have, where that is known beforehand. */
  classId: ClassId.optional(),
  /** How sure the model is, 0…1; null when it did not tell. */
  score: z.number().min(0).max(1).nullable(),
  form: ProposedForm,
})
export type Proposal = z.infer<typeof Proposal>

/** Effect of an edit on a proposal: settles it (accepted or rejected), or offers it again. */
export const ProposalChange = z.object({ id: ProposalId, isSettled: z.boolean() }).readonly()
export type ProposalChange = z.infer<typeof ProposalChange>

/** A class that an edit needs, under the identifier that its shapes carry. Made with the edit unless it is there already. */
export const NeededClass = z.object({ id: ClassId, name: z.string() }).readonly()
export type NeededClass = z.infer<typeof NeededClass>

/** Stands where a shape must have a class and a proposal has none. */
export const NO_CLASS = brand<ClassId>('NoClassYet')

/**
 * The shape that a proposal becomes, or looks like while it is none. It keeps the proposal's identifier, so a proposal that two
 * windows accept at once is one label.
 */
export function proposedShape(
  { id, form }: Proposal,
  { classId = NO_CLASS, z = 0 }: { readonly classId?: ClassId; readonly z?: number } = {},
): PlacedShape {
  return { id: brand<ShapeId>(id), classId, z, origin: 'smart', ...form }
}

/** Which proposals are settled after the changes; undefined when one of them is already so. */
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
