import type { AnnotationJob, Batch } from '../annotation/jobs/ports.ts'
import type { WantedJob } from '../annotation/jobs/service.ts'
import type { Outcome } from './outcome.ts'

export type ManagedBatch = Omit<Batch, 'id'> & { readonly id: string }
/** `status` is one of `JobStatus`; a remote may know others. */
export type ManagedJob = Omit<AnnotationJob, 'batch'> & { readonly batch: string; readonly status: string }

/** Batches of a project, and the jobs in which their images are handed to people. */
export interface JobOperations {
  batches(project: string): Outcome<readonly ManagedBatch[]>
  batch(project: string, batch: string): Outcome<ManagedBatch>
  jobs(project: string): Outcome<readonly ManagedJob[]>
  job(project: string, job: string): Outcome<ManagedJob>
  createJob(project: string, wanted: WantedJob): Outcome<ManagedJob>
}
