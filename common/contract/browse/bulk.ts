import { z } from 'zod'
import { GivenVerdict, Verdict } from '../../annotation/review.ts'
import { BulkActId, ClassId, ProjectSlug } from '../../ids.ts'
import { Split } from '../../split.ts'
import { PickedImages } from '../exports.ts'
import { Moment, onProject, ProjectRef, TaskRef } from '../kit.ts'
import { TransferAct } from './transfers.ts'

/** Into the batch of that name, made when it is missing. */
export const BatchAct = z.object({ kind: z.literal('batch'), name: z.string() })

/** One act on every image of a pick. */
export const BulkAct = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tag'), add: z.array(z.string()), remove: z.array(z.string()) }),
  z.object({ kind: z.literal('split'), split: Split }),
  BatchAct,
  /**
   * `done`: images with labels, a person is through with them. `nothing`: images without labels, they hold nothing to label.
   * `todo`: back to work.
   */
  z.object({ kind: z.literal('state'), state: z.enum(['done', 'nothing', 'todo']) }),
  z.object({ kind: z.literal('trash') }),
  /**
   * Of images with labels, and of background images. An approved image is done, a rejected one is back to work; null takes verdicts
   * back, and the images wait for review as they are.
   */
  GivenVerdict.extend({ kind: z.literal('review'), verdict: Verdict.nullable(), by: z.string().trim().max(200) }),
])
export type BulkAct = z.infer<typeof BulkAct>

const MergedClass = z.object({ id: ClassId, name: z.string() })

/** Two classes made one: an act on all images with labels of the first. */
export const MergeAct = z.object({
  kind: z.literal('merge'),
  from: MergedClass,
  into: MergedClass,
  /** Who did it, for the logs of the images; empty when nobody told. */
  by: z.string(),
})
export type MergeAct = z.infer<typeof MergeAct>

export const BulkDone = z.object({
  /** Leads to the undo; null when nothing had to be changed. */
  id: BulkActId.nullable(),
  /** Images that were picked and are there, and those of them that were changed. */
  images: z.number().int(),
  changed: z.number().int(),
})
export type BulkDone = z.infer<typeof BulkDone>

export const BulkUndone = z.object({
  /** Images of the act, and those of them that are what they were. The others were changed again since, and keep what they are now. */
  images: z.number().int(),
  restored: z.number().int(),
})
export type BulkUndone = z.infer<typeof BulkUndone>

/** Result of the task of an undo. */
export const UndoResult = BulkUndone.extend({ project: ProjectSlug, act: BulkActId })
export type UndoResult = z.infer<typeof UndoResult>

const BulkLogEntry = z.object({
  id: BulkActId,
  act: z.union([BulkAct, MergeAct, TransferAct]),
  images: z.number().int(),
  madeAt: Moment,
  isUndone: z.boolean(),
})
export type BulkLogEntry = z.infer<typeof BulkLogEntry>

/** An act may be any of those above, and so may what an undo takes back. */
const BULK_SCOPES = ['project:update', 'image:annotate', 'image:tag', 'image:delete'] as const

export const bulkContract = {
  run: onProject(...BULK_SCOPES)
    .input(ProjectRef.extend({ picked: PickedImages, act: BulkAct }))
    .output(BulkDone),
  /**
   * An act on very many images is taken back by a task. Canceled, it leaves what was given back, and the act as one on the other
   * images.
   */
  undo: onProject(...BULK_SCOPES)
    .input(ProjectRef.extend({ id: BulkActId }))
    .output(z.union([BulkUndone, TaskRef])),
  /** The last acts, the newest first. */
  log: onProject('image:read').input(ProjectRef).output(z.array(BulkLogEntry)),
}
