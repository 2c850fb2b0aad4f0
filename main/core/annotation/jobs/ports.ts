import type { BatchId, ImageId } from '#common/ids'
import type { Project } from '../../dataset/projects/ports.ts'

/** Images that came in together. */
export interface Batch {
  readonly id: BatchId
  readonly name: string
  readonly images: number
  /** Jobs that have images of it. */
  readonly jobs: number
  readonly createdAt: Date
}

/** How far the images of a batch are. */
export interface BatchProgress extends Batch {
  /** With shapes, or marked as background. */
  readonly labelled: number
  readonly done: number
  /** The first images that came in, up to six. */
  readonly covers: readonly ImageId[]
}

/** Progress of a job by its images; each counts once. */
export interface JobCounts {
  readonly unannotated: number
  /** Labeled, or marked as background, and not reviewed. */
  readonly annotated: number
  readonly approved: number
  readonly rejected: number
}

export interface AnnotationJob {
  readonly id: string
  readonly name: string
  /** The batch that its images came from. */
  readonly batch: BatchId
  /** Who labels and who reviews: addresses that people are known by; empty when nobody is named. */
  readonly labeler: string
  readonly reviewer: string
  readonly instructions: string
  readonly createdAt: Date
  readonly counts: JobCounts
}

/** Progress of one image of a job. */
export type Standing = keyof JobCounts

export type NewJob = Omit<AnnotationJob, 'counts'>

/** Fields of a job that may change; its images stay. */
export type JobWords = Pick<AnnotationJob, 'name' | 'labeler' | 'reviewer' | 'instructions'>

export interface JobImage {
  readonly id: ImageId
  readonly name: string
  readonly standing: Standing
}

/** The images of a job by their verdict. */
export interface JobVerdicts {
  readonly unreviewed: readonly ImageId[]
  readonly approved: readonly ImageId[]
  readonly rejected: readonly ImageId[]
}

/** A job that was canceled, with all that brings it back. */
export interface CancelledJob {
  readonly job: NewJob
  readonly images: JobVerdicts
}

export interface AnnotationJobRepository {
  /** Newest first. */
  batches(project: Project): Promise<Batch[]>
  batch(project: Project, id: string): Promise<Batch | undefined>
  /** Newest first, without those that hold no images and have no jobs. */
  progress(project: Project): Promise<BatchProgress[]>
  /** False when another batch of the project has the name. */
  renameBatch(project: Project, batch: BatchId, name: string): Promise<boolean>
  /** Newest first. */
  jobs(project: Pick<Project, 'id'>): Promise<AnnotationJob[]>
  job(project: Project, id: string): Promise<AnnotationJob | undefined>
  /** Images of a batch that are in no job. */
  unassigned(project: Project, batch: BatchId): Promise<number>
  /** Gives the job the first `images` images of its batch that are in no job, unannotated ones before all others; answers how many. */
  create(project: Project, job: NewJob, images: number): Promise<number>
  /** The images of the job, in the order in which they came in. */
  images(job: string): Promise<ImageId[]>
  imagePage(job: string, window: { readonly offset: number; readonly limit: number }): Promise<JobImage[]>
  change(job: string, words: JobWords): Promise<void>
  /** Images of the job: the given ones that it has, or all of one standing. */
  chosen(job: string, images: readonly ImageId[] | Standing): Promise<ImageId[]>
  /** Its images stay and are in no job afterwards; answers what they were in it. */
  remove(project: Project, job: string): Promise<JobVerdicts>
  /** Brings a job back with those of its images that are in no other job. False when a job with its identifier is there. */
  restore(project: Project, cancelled: CancelledJob): Promise<boolean>
}
