import type { JobCounts } from './ports.ts'

export type JobStatus = 'assigned' | 'annotating' | 'review' | 'complete'

/** How many images a job has. */
export function sizeOf({ unannotated, annotated, approved, rejected }: JobCounts): number {
  return unannotated + annotated + approved + rejected
}

/** A job is complete when every image is approved, or labeled where nobody reviews. */
export function statusOf(counts: JobCounts, reviewer: string): JobStatus {
  const { unannotated, annotated, rejected } = counts
  if (unannotated === sizeOf(counts)) return 'assigned'
  if (unannotated + rejected > 0) return 'annotating'
  return annotated === 0 || reviewer === '' ? 'complete' : 'review'
}

/** Most characters of the name of a batch. */
export const MAX_BATCH_NAME = 120
