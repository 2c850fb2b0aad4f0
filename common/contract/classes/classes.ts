import { z } from 'zod'
import { Attributes } from '../../annotation/attribute.ts'
import { BulkActId, ClassId } from '../../ids.ts'
import { onProject, ProjectRef, Said } from '../kit.ts'
import { LabelClass } from '../projects.ts'

/** As `chordOfEvent` writes it: `Alt+C`, `Shift+1`. */
const Chord = z.string().min(1).max(40)

export const ClassChange = z.object({
  /** 1-based place in the color list; from thirteen on the colors come again, hatched. */
  color: z.number().int().min(1).max(10_000).optional(),
  /** Null takes the key away. A class that had it goes without. */
  chord: Chord.nullable().optional(),
  /** All of them, in their order. What labels say by attributes that are gone stays with them, unseen. */
  attributes: Attributes.optional(),
})
export type ClassChange = z.infer<typeof ClassChange>

/** Expected outcome of a merge, before it is done. */
export const MergePreview = z.object({
  /** Labels of the first class, and images that have some. */
  labels: z.number().int(),
  images: z.number().int(),
  /** Versions that keep the class, since they are frozen. */
  versions: z.number().int(),
  /** Objects of the second class get the points of the first, which names its own. */
  givesPoints: z.boolean(),
  /** Why it cannot be done, as a sentence. */
  refusal: Said.nullable(),
})
export type MergePreview = z.infer<typeof MergePreview>

const Pair = ProjectRef.extend({ from: ClassId, into: ClassId })

export const classesContract = {
  /** Answers all classes: a key that one gets another may lose. */
  update: onProject('project:update')
    .input(ProjectRef.extend({ classId: ClassId }).extend(ClassChange.shape))
    .output(z.array(LabelClass)),
  /** Classes that are not named keep their order, behind the others. */
  reorder: onProject('project:update')
    .input(ProjectRef.extend({ order: z.array(ClassId).max(100_000) }))
    .output(z.array(LabelClass)),
  previewMerge: onProject('project:read').input(Pair).output(MergePreview),
  /** Gives every label of the first class the second one and takes the first away. `bulk.undo` takes it back. */
  merge: onProject('project:update', 'image:annotate')
    .input(Pair.extend({ by: z.string().trim().max(100).optional() }))
    .output(z.object({ id: BulkActId, labels: z.number().int(), images: z.number().int() })),
}
