import type { BatchId, ImageId } from '#common/ids'
import type { Project } from '../projects/ports.ts'

/** Pictures that came in together. */
export interface Batch {
  readonly id: BatchId
  readonly name: string
  readonly images: number
  /** Jobs that have pictures of it. */
  readonly jobs: number
  readonly createdAt: Date
}

/** What became of the pictures of a job; each counts once. */
export interface JobCounts {
  readonly unannotated: number
  /** Labelled, or marked as holding nothing to label, and not reviewed. */
  readonly annotated: number
  readonly approved: number
  readonly rejected: number
}

export interface AnnotationJob {
  readonly id: string
  readonly name: string
  /** The batch that its pictures came from. */
  readonly batch: BatchId
  /** Who labels and who reviews: addresses that people are known by; empty when nobody is named. */
  readonly labeler: string
  readonly reviewer: string
  readonly instructions: string
  readonly createdAt: Date
  readonly counts: JobCounts
}

export type NewJob = Omit<AnnotationJob, 'counts'>

export type Verdict = 'approved' | 'rejected'

export interface AnnotationJobRepository {
  /** Newest first. */
  batches(project: Project): Promise<Batch[]>
  batch(project: Project, id: string): Promise<Batch | undefined>
  /** Newest first. */
  jobs(project: Pick<Project, 'id'>): Promise<AnnotationJob[]>
  job(project: Project, id: string): Promise<AnnotationJob | undefined>
  /** Pictures of a batch that are in no job. */
  unassigned(project: Project, batch: BatchId): Promise<number>
  /** Gives the job the first `images` pictures of its batch that are in no job, in one transaction; answers how many. */
  create(project: Project, job: NewJob, images: number): Promise<number>
  /** The pictures of the job, in the order in which they came in. */
  images(job: string): Promise<ImageId[]>
  /** Answers how many pictures of the job were meant. Null takes verdicts back. */
  review(job: string, images: readonly ImageId[], verdict: Verdict | null): Promise<number>
  /** Its pictures stay and are in no job afterwards. */
  remove(project: Project, job: string): Promise<void>
}
