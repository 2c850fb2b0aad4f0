import type { JobCounts } from './ports.ts'

export type JobStatus = 'assigned' | 'annotating' | 'review' | 'complete'

/** A job is complete when every picture is approved, or labelled where nobody reviews. */
export function statusOf({ unannotated, annotated, approved, rejected }: JobCounts, reviewer: string): JobStatus {
  const total = unannotated + annotated + approved + rejected
  if (unannotated === total) return 'assigned'
  if (unannotated + rejected > 0) return 'annotating'
  return annotated === 0 || reviewer === '' ? 'complete' : 'review'
}
