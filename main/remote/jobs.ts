import { z } from 'zod'
import { ok } from '#common/result'
import type { JobOperations, ManagedBatch, ManagedJob } from '#core/management/jobs'
import type { CallWorkspace } from './calls.ts'

const Timestamp = z
  .object({ _seconds: z.number(), _nanoseconds: z.number().default(0) })
  .transform(({ _seconds, _nanoseconds }) => new Date(_seconds * 1000 + _nanoseconds / 1_000_000))
  .pipe(z.date())

const Amount = z.int().nonnegative()

const Batch = z
  .object({ id: z.string(), name: z.string(), images: Amount, numJobs: Amount.default(0), uploaded: Timestamp })
  .transform(({ numJobs, uploaded, ...rest }): ManagedBatch => ({ ...rest, jobs: numJobs, createdAt: uploaded }))

const Job = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.string(),
    labeler: z.string().default(''),
    reviewer: z.string().default(''),
    unannotated: Amount.default(0),
    annotated: Amount.default(0),
    approved: Amount.default(0),
    rejected: Amount.default(0),
    created: Timestamp,
    sourceBatch: z.string().default(''),
    instructionsText: z.string().default(''),
  })
  .transform(
    ({ id, name, status, labeler, reviewer, created, sourceBatch, instructionsText, ...counts }): ManagedJob => {
      const batch = sourceBatch.split('/').at(-1) ?? ''
      return { id, name, status, labeler, reviewer, batch, instructions: instructionsText, createdAt: created, counts }
    },
  )

const Batches = z.object({ batches: z.array(Batch) })
const BatchAnswer = z.object({ batch: Batch })
const Jobs = z.object({ jobs: z.array(Job) })
const JobAnswer = z.object({ job: Job })
/** A new job may be told alone. */
const NewJob = z.union([JobAnswer, Job.transform((job) => ({ job }))])

export function remoteJobs(call: CallWorkspace): JobOperations {
  return {
    async batches(project) {
      const answer = await call(Batches, { method: 'GET', parts: [project, 'batches'] })
      return answer.ok ? ok(answer.value.batches) : answer
    },
    async batch(project, batch) {
      const answer = await call(BatchAnswer, { method: 'GET', parts: [project, 'batches', batch] })
      return answer.ok ? ok(answer.value.batch) : answer
    },
    async jobs(project) {
      const answer = await call(Jobs, { method: 'GET', parts: [project, 'jobs'] })
      return answer.ok ? ok(answer.value.jobs) : answer
    },
    async job(project, job) {
      const answer = await call(JobAnswer, { method: 'GET', parts: [project, 'jobs', job] })
      return answer.ok ? ok(answer.value.job) : answer
    },
    async createJob(project, { name, batch, images, labeler, reviewer, instructions }) {
      const people = { labelerEmail: labeler, reviewerEmail: reviewer }
      const json = { name, batch, num_images: images, ...people, instructionsText: instructions }
      const answer = await call(NewJob, { method: 'POST', parts: [project, 'jobs'], json })
      return answer.ok ? ok(answer.value.job) : answer
    },
  }
}
