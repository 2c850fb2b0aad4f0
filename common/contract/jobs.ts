import { z } from 'zod'
import { BatchId, ImageId } from '../ids.ts'
import { BulkDone } from './browse/bulk.ts'
import { Moment, onProject, Page, ProjectRef } from './kit.ts'

export const BatchView = z.object({
  id: BatchId,
  /** Null: another machine has jobs of it and does not list it. */
  name: z.string().nullable(),
  createdAt: Moment,
  images: z.number().int(),
  /** With shapes, or marked as background. Null, here and below: another machine does not tell it. */
  labelled: z.number().int().nullable(),
  done: z.number().int().nullable(),
  /** In no job. */
  free: z.number().int(),
  /** Up to six images to show for it. */
  covers: z.array(ImageId),
})
export type BatchView = z.infer<typeof BatchView>

/** Progress of one image of a job. */
export const Standing = z.enum(['unannotated', 'annotated', 'approved', 'rejected'])
export type Standing = z.infer<typeof Standing>

/** Follows from what became of its images. */
export const JobState = z.enum(['assigned', 'annotating', 'review', 'complete'])
export type JobState = z.infer<typeof JobState>

const Person = z.string().trim().max(200, 'schema-person-too-long')

export const JobWords = z.object({
  name: z.string().trim().min(1, 'schema-job-unnamed').max(200, 'schema-job-name-too-long'),
  /** Who labels and who reviews, by any name; empty: nobody. Without a reviewer, labeled is complete. */
  labeler: Person,
  reviewer: Person,
  instructions: z.string().max(10_000, 'schema-instructions-too-long'),
})
export type JobWords = z.infer<typeof JobWords>

const JobId = z.string().regex(/^[A-Za-z0-9]{8,32}$/)

export const JobView = JobWords.extend({
  id: JobId,
  batch: BatchId,
  createdAt: Moment,
  state: JobState,
  counts: z.record(Standing, z.number().int()),
})
export type JobView = z.infer<typeof JobView>

/** `labelled`: another machine tells no more of it, it may be reviewed. */
export const ImageStanding = z.enum([...Standing.options, 'labelled'])
export type ImageStanding = z.infer<typeof ImageStanding>

export const JobImage = z.object({ id: ImageId, name: z.string(), standing: ImageStanding })
export type JobImage = z.infer<typeof JobImage>

/** All that brings a canceled job back. */
export const CancelledJob = z.object({
  job: JobWords.extend({ id: JobId, batch: BatchId, createdAt: Moment }),
  images: z.object({
    unreviewed: z.array(ImageId),
    approved: z.array(ImageId),
    rejected: z.array(ImageId),
  }),
})
export type CancelledJob = z.infer<typeof CancelledJob>

const JobRef = ProjectRef.extend({ job: JobId })

export const jobsContract = {
  /** Both newest first. */
  board: onProject('project:read')
    .input(ProjectRef)
    .output(z.object({ batches: z.array(BatchView), jobs: z.array(JobView) })),
  /** The jobs alone, newest first. */
  list: onProject('project:read').input(ProjectRef).output(z.array(JobView)),
  renameBatch: onProject('project:update')
    .input(ProjectRef.extend({ batch: BatchId, name: z.string() }))
    .output(z.object({})),
  /** The job gets the first `images` images of the batch that are in no job. */
  create: onProject('project:update')
    .input(ProjectRef.extend({ ...JobWords.shape, batch: BatchId, images: z.number().int().positive() }))
    .output(JobView),
  change: onProject('project:update').input(JobRef.extend(JobWords.shape)).output(JobView),
  imagePage: onProject('project:read').input(JobRef.extend(Page.shape)).output(z.array(JobImage)),
  /** A verdict on some images, or on all of one standing; null takes verdicts back. An act on many images, undone as those are. */
  review: onProject('image:annotate')
    .input(
      JobRef.extend({
        images: z.union([z.array(ImageId).max(100_000), Standing]),
        verdict: z.enum(['approved', 'rejected']).nullable(),
      }),
    )
    .output(BulkDone),
  /** Its images stay, with their labels, and are in no job afterwards. Undone by `restore`. */
  cancel: onProject('project:update').input(JobRef).output(CancelledJob),
  restore: onProject('project:update')
    .input(ProjectRef.extend({ cancelled: CancelledJob }))
    .output(JobView),
}
