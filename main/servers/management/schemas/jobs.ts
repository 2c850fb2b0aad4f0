import { z } from 'zod'
import { ProjectPath } from './kit.ts'

/** Moments of batches and jobs, as clients of the API expect them. */
export const Timestamp = z.object({ _seconds: z.int(), _nanoseconds: z.int() })

export const BatchBody = z
  .object({ id: z.string(), name: z.string(), images: z.int(), numJobs: z.int(), uploaded: Timestamp })
  .meta({ id: 'Batch' })

export const JobBody = z
  .object({
    id: z.string(),
    name: z.string(),
    status: z.string().meta({ description: 'assigned, annotating, review or complete' }),
    labeler: z.string(),
    reviewer: z.string(),
    numImages: z.int(),
    unannotated: z.int(),
    annotated: z.int(),
    approved: z.int(),
    rejected: z.int(),
    created: Timestamp,
    createdBy: z.string(),
    owner: z.string().meta({ description: 'Workspace' }),
    project: z.string().meta({ description: '<workspace>/<project>' }),
    sourceBatch: z.string().meta({ description: '<project>/<batch>' }),
    instructionsText: z.string(),
  })
  .meta({ id: 'AnnotationJob' })

export const BatchListBody = z.object({ batches: z.array(BatchBody) }).meta({ id: 'Batches' })
export const BatchAnswerBody = z.object({ batch: BatchBody }).meta({ id: 'BatchAnswer' })
export const JobListBody = z.object({ jobs: z.array(JobBody) }).meta({ id: 'AnnotationJobs' })
export const JobAnswerBody = z.object({ job: JobBody }).meta({ id: 'AnnotationJobAnswer' })
/** Clients read the job by itself or under its name. */
export const CreatedJobBody = JobBody.extend({ success: z.literal(true), job: JobBody }).meta({
  id: 'CreatedAnnotationJob',
})

const Address = z.string().trim().max(200)

/** Clients write null for what they do not say. */
export const NewJobBody = z
  .object({
    name: z.string().trim().min(1).max(200),
    batch: z.string().max(200).nullish().meta({ description: 'Identifier or name of the batch' }),
    batchId: z.string().max(200).nullish().meta({ description: 'The same' }),
    num_images: z.int().min(1).nullish().meta({ description: 'All that are in no job when absent' }),
    labelerEmail: Address.nullish(),
    reviewerEmail: Address.nullish(),
    assignees: z.array(Address).max(1, 'may name one labeler: a job has one').nullish(),
    instructionsText: z.string().max(10_000).nullish(),
  })
  .meta({ id: 'NewAnnotationJob' })

export const BatchPath = ProjectPath.extend({ batch: z.string() })
export const JobPath = ProjectPath.extend({ job: z.string() })
