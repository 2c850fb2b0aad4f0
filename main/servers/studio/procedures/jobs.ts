import { implement } from '@orpc/server'
import { type BatchView, type JobView, jobsContract } from '#common/contract/jobs'
import type { AnnotationJob, BatchProgress } from '#core/annotation/jobs/ports'
import { sizeOf, statusOf } from '#core/annotation/jobs/rules'
import { answer } from '../answer.ts'
import type { StudioServices } from '../services.ts'

const os = implement(jobsContract)

export function jobProcedures({ workspace, projects, annotationJobs: jobs }: StudioServices) {
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    board: os.board.handler(async ({ input }) => {
      const project = await find(input.project)
      const [batches, listed] = [await jobs.progress(project), await jobs.jobs(project)]
      return { batches: batches.map((batch) => toBatchView(batch, listed)), jobs: listed.map(toJobView) }
    }),
    list: os.list.handler(async ({ input }) => (await jobs.jobs(await find(input.project))).map(toJobView)),
    renameBatch: os.renameBatch.handler(async ({ input }) => {
      answer(await jobs.renameBatch(await find(input.project), input.batch, input.name))
      return {}
    }),
    create: os.create.handler(async ({ input: { project, ...wanted } }) =>
      toJobView(answer(await jobs.create(await find(project), wanted))),
    ),
    change: os.change.handler(async ({ input: { project, job, ...words } }) =>
      toJobView(answer(await jobs.change(await find(project), job, words))),
    ),
    imagePage: os.imagePage.handler(async ({ input: { project, job, ...window } }) => [
      ...answer(await jobs.imagePage(await find(project), job, window)),
    ]),
    review: os.review.handler(async ({ input: { project, job, images, verdict } }) =>
      answer(await jobs.review(await find(project), { id: job, images }, verdict)),
    ),
    cancel: os.cancel.handler(async ({ input }) => {
      const { job, images } = answer(await jobs.remove(await find(input.project), input.job))
      const { unreviewed, approved, rejected } = images
      return {
        job: { ...job, createdAt: job.createdAt.toISOString() },
        images: { unreviewed: [...unreviewed], approved: [...approved], rejected: [...rejected] },
      }
    }),
    restore: os.restore.handler(async ({ input: { project, cancelled } }) => {
      const job = { ...cancelled.job, createdAt: new Date(cancelled.job.createdAt) }
      return toJobView(answer(await jobs.restore(await find(project), { ...cancelled, job })))
    }),
  })
}

function toBatchView(
  { createdAt, covers, jobs: _jobs, ...batch }: BatchProgress,
  jobs: readonly AnnotationJob[],
): BatchView {
  const given = jobs.filter((job) => job.batch === batch.id).reduce((sum, { counts }) => sum + sizeOf(counts), 0)
  return { ...batch, createdAt: createdAt.toISOString(), covers: [...covers], free: batch.images - given }
}

function toJobView({ createdAt, counts, ...job }: AnnotationJob): JobView {
  return { ...job, createdAt: createdAt.toISOString(), state: statusOf(counts, job.reviewer), counts: { ...counts } }
}
