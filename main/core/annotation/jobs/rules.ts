import type { JobCounts } from './ports.ts'

export type JobStatus = 'assigned' | 'annotating' | 'review' | 'complete'

/** How many images a job has. */
export function sizeOf({ unannotated, annotated, approved, rejected }: JobCounts): number {
  return unannotated + annotated + approved + rejected
}

/** A job is complete when every image is approved, or labelled where nobody reviews. */
export function statusOf(counts: JobCounts, reviewer: string): JobStatus {
  const { unannotated, annotated, rejected } = counts
  if (unannotated === sizeOf(counts)) return 'assigned'
  if (unannotated + rejected > 0) return 'annotating'
  return annotated === 0 || reviewer === '' ? 'complete' : 'review'
}

const MAX_BATCH_NAME = 120

/** Why a batch cannot be called so; undefined for names of a usable length. */
export function batchNameFault(name: string): string | undefined {
  return name.length > MAX_BATCH_NAME ? `Batch names can have at most ${MAX_BATCH_NAME} characters` : undefined
}
