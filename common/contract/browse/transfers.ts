import { z } from 'zod'
import { BulkActId, ProjectSlug } from '../../ids.ts'
import { PickedImages } from '../exports.ts'
import { onProject, ProjectRef, TaskRef } from '../kit.ts'

/** `move`: the images of the source go to its trash once they are in the target with all that is known of them. */
export const TransferWay = z.enum(['copy', 'move'])
export type TransferWay = z.infer<typeof TransferWay>

const TransferTarget = z.object({ slug: ProjectSlug, name: z.string() })

/** Images taken over into another project: an act on many images of the project that they come from. */
export const TransferAct = z.object({
  kind: z.literal('transfer'),
  way: TransferWay,
  /** As it was called then. */
  target: TransferTarget,
})
export type TransferAct = z.infer<typeof TransferAct>

const count = z.int().nonnegative()

/** Annotations that change or are lost in a project of another type, or with other classes. */
export const LabelLosses = z.object({
  /** Outlines, points and the like that become a box. */
  boxed: count,
  /** Labels at a place that count as a class of the whole image; those of one class on one image become one. */
  wholes: count,
  /** Labels that have no place there. */
  leftOut: count,
  /** Labels some of whose attributes have no place there. */
  unsaid: count,
})
export type LabelLosses = z.infer<typeof LabelLosses>

/** Expected outcome of a transfer, before anything is written. */
export const TransferForecast = z.object({
  /** Images that are picked. */
  images: count,
  /** Images among them whose bytes the target has already: they stay where they are. */
  there: count,
  /** Names of the classes that are made, in the order of the source. */
  classes: z.array(z.string()),
  losses: LabelLosses,
})
export type TransferForecast = z.infer<typeof TransferForecast>

/** Result of the task. */
export const TransferResult = z.object({
  project: ProjectSlug,
  target: TransferTarget,
  way: TransferWay,
  /** Leads to the undo; null when nothing went over. */
  act: BulkActId.nullable(),
  /** Images that went over, and those that stayed because the target had them. */
  images: count,
  there: count,
  losses: LabelLosses,
})
export type TransferResult = z.infer<typeof TransferResult>

export const transfersContract = {
  forecast: onProject('image:read')
    .input(ProjectRef.extend({ target: ProjectSlug, picked: PickedImages }))
    .output(TransferForecast),
  /** The act has the identifier of the task: `bulk.undo` takes it back, also one that was canceled on its way. */
  start: onProject('image:create', 'image:annotate', 'image:delete')
    .input(ProjectRef.extend({ target: ProjectSlug, picked: PickedImages, way: TransferWay }))
    .output(TaskRef),
}
