import type { z } from 'zod'
import type { ManagedBatch, ManagedJob } from '#core/management/jobs'
import type { BatchBody, JobBody, Timestamp } from '../schemas/jobs.ts'

export function toBatchBody({ id, name, images, jobs, createdAt }: ManagedBatch): z.input<typeof BatchBody> {
  return { id, name, images, numJobs: jobs, uploaded: toTimestamp(createdAt) }
}

export function toJobBody(
  { batch, instructions, createdAt, counts, ...job }: ManagedJob,
  { workspace, project }: { readonly workspace: string; readonly project: string },
): z.input<typeof JobBody> {
  const { unannotated, annotated, approved, rejected } = counts
  return {
    ...job,
    ...counts,
    numImages: unannotated + annotated + approved + rejected,
    created: toTimestamp(createdAt),
    createdBy: workspace,
    owner: workspace,
    project: `${workspace}/${project}`,
    sourceBatch: `${project}/${batch}`,
    instructionsText: instructions,
  }
}

function toTimestamp(moment: Date): z.input<typeof Timestamp> {
  const ms = moment.getTime()
  return { _seconds: Math.floor(ms / 1000), _nanoseconds: (ms % 1000) * 1_000_000 }
}
