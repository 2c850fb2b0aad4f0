import { refuse } from '#common/errors'
import { answer } from '../../kit/refused-request.ts'
import { managementOf } from '../auth.ts'
import {
  BatchAnswerBody,
  BatchListBody,
  BatchPath,
  CreatedJobBody,
  JobAnswerBody,
  JobListBody,
  JobPath,
  NewJobBody,
} from '../schemas/jobs.ts'
import { FAILURES, ProjectPath } from '../schemas/kit.ts'
import type { ManagementServer } from '../validation.ts'
import { toBatchBody, toJobBody } from '../wire/jobs.ts'

const tags = ['Batches and jobs']

export function jobRoutes(server: ManagementServer): void {
  listBatches(server)
  readBatch(server)
  listJobs(server)
  readJob(server)
  createJob(server)
}

function listBatches(server: ManagementServer): void {
  server.get('/:workspace/:project/batches', {
    config: { scope: 'project:read' },
    schema: {
      summary: 'The batches in which images came in',
      tags,
      params: ProjectPath,
      response: { 200: BatchListBody, ...FAILURES },
    },
    handler: async (request) => {
      const batches = answer(await managementOf(request).jobs.batches(request.params.project))
      return { batches: batches.map(toBatchBody) }
    },
  })
}

function readBatch(server: ManagementServer): void {
  server.get('/:workspace/:project/batches/:batch', {
    config: { scope: 'project:read' },
    schema: { summary: 'A batch', tags, params: BatchPath, response: { 200: BatchAnswerBody, ...FAILURES } },
    handler: async (request) => {
      const { project, batch } = request.params
      return { batch: toBatchBody(answer(await managementOf(request).jobs.batch(project, batch))) }
    },
  })
}

function listJobs(server: ManagementServer): void {
  server.get('/:workspace/:project/jobs', {
    config: { scope: 'project:read' },
    schema: {
      summary: 'The annotation jobs',
      tags,
      params: ProjectPath,
      response: { 200: JobListBody, ...FAILURES },
    },
    handler: async (request) => {
      const jobs = answer(await managementOf(request).jobs.jobs(request.params.project))
      return { jobs: jobs.map((job) => toJobBody(job, request.params)) }
    },
  })
}

function readJob(server: ManagementServer): void {
  server.get('/:workspace/:project/jobs/:job', {
    config: { scope: 'project:read' },
    schema: { summary: 'An annotation job', tags, params: JobPath, response: { 200: JobAnswerBody, ...FAILURES } },
    handler: async (request) => {
      const { project, job } = request.params
      return { job: toJobBody(answer(await managementOf(request).jobs.job(project, job)), request.params) }
    },
  })
}

function createJob(server: ManagementServer): void {
  server.post('/:workspace/:project/jobs', {
    config: { scope: 'image:annotate' },
    schema: {
      summary: 'Hand images of a batch to a labeler',
      description: 'The job gets the first images of the batch that are in no other job.',
      tags,
      params: ProjectPath,
      body: NewJobBody,
      response: { 200: CreatedJobBody, ...FAILURES },
    },
    handler: async (request) => {
      const { name, num_images, ...body } = request.body
      const batch = body.batch ?? body.batchId
      if (!batch) return answer(refuse('batch-missing'))
      const labeler = body.labelerEmail ?? body.assignees?.[0] ?? ''
      const people = { labeler, reviewer: body.reviewerEmail ?? '', instructions: body.instructionsText ?? '' }
      const wanted = { name, batch, images: num_images ?? undefined, ...people }
      const made = answer(await managementOf(request).jobs.createJob(request.params.project, wanted))
      const job = toJobBody(made, request.params)
      return { success: true as const, ...job, job }
    },
  })
}
