import type { Refusal } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { AnnotationJob } from '../../annotation/jobs/ports.ts'
import { statusOf } from '../../annotation/jobs/rules.ts'
import type { AnnotationJobService } from '../../annotation/jobs/service.ts'
import type { Project } from '../../dataset/projects/ports.ts'
import type { JobOperations, ManagedJob } from '../jobs.ts'
import type { FindProject } from './find-project.ts'

export function embeddedJobs(jobs: AnnotationJobService, find: FindProject): JobOperations {
  /** Asks about a project that is there. */
  async function within<Value>(text: string, ask: (project: Project) => Promise<Result<Value, Refusal>>) {
    const project = await find(text)
    return project.ok ? ask(project.value) : project
  }

  return {
    batches: (text) => within(text, async (project) => ok(await jobs.batches(project))),
    batch: (text, batch) => within(text, (project) => jobs.batch(project, batch)),
    jobs: (text) => within(text, async (project) => ok((await jobs.jobs(project)).map(toManaged))),
    job: (text, job) => within(text, async (project) => managed(await jobs.job(project, job))),
    createJob: (text, wanted) => within(text, async (project) => managed(await jobs.create(project, wanted))),
  }
}

function managed(found: Result<AnnotationJob, Refusal>): Result<ManagedJob, Refusal> {
  return found.ok ? ok(toManaged(found.value)) : found
}

function toManaged(job: AnnotationJob): ManagedJob {
  return { ...job, status: statusOf(job.counts, job.reviewer) }
}
