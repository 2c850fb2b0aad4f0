import type { Verdict } from '#common/annotation/review'
import type { BulkDone } from '#common/contract/browse/bulk'
import { type Refusal, refuse } from '#common/errors'
import type { ImageId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { isPlainName } from '#common/text'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Notes } from '../../ports.ts'
import type {
  AnnotationJob,
  AnnotationJobRepository,
  Batch,
  CancelledJob,
  JobImage,
  JobWords,
  Standing,
} from './ports.ts'
import { MAX_BATCH_NAME } from './rules.ts'

export interface ChangeDependencies {
  readonly jobs: AnnotationJobRepository
  readonly notes: Notes
  /** Makes a verdict an act on many images, which can be undone; null takes verdicts back. */
  readonly review: (
    project: Project,
    said: { readonly verdict: Verdict | null; readonly reason: string; readonly by: string },
    choose: () => Promise<readonly ImageId[]>,
  ) => Promise<BulkDone>
}

interface Finders {
  batch(project: Project, id: string): Promise<Result<Batch, Refusal>>
  job(project: Project, id: string): Promise<Result<AnnotationJob, Refusal>>
}

/** Which images a verdict is for: some, or all of one standing. */
export interface ReviewedImages {
  /** Of the job. */
  readonly id: string
  readonly images: readonly ImageId[] | Standing
}

/** Commands on existing batches and jobs. */
export function jobChanges({ jobs, notes, review: say }: ChangeDependencies, find: Finders) {
  async function renameBatch(project: Project, id: string, wanted: string): Promise<Result<Batch, Refusal>> {
    const found = await find.batch(project, id)
    if (!found.ok) return found
    const name = readBatchName(wanted)
    if (!name.ok) return name
    if (!(await jobs.renameBatch(project, found.value.id, name.value))) {
      return refuse('batch-name-taken', { project: project.name, name: name.value })
    }
    told(project)
    return find.batch(project, id)
  }

  async function change(project: Project, id: string, words: JobWords): Promise<Result<AnnotationJob, Refusal>> {
    const found = await find.job(project, id)
    if (!found.ok) return found
    await jobs.change(id, words)
    told(project)
    return find.job(project, id)
  }

  async function imagePage(
    project: Project,
    id: string,
    window: { readonly offset: number; readonly limit: number },
  ): Promise<Result<readonly JobImage[], Refusal>> {
    const found = await find.job(project, id)
    return found.ok ? ok(await jobs.imagePage(id, window)) : found
  }

  /** In the name of the job's reviewer. Null takes verdicts back. */
  async function review(
    project: Project,
    { id, images }: ReviewedImages,
    verdict: Verdict | null,
  ): Promise<Result<BulkDone, Refusal>> {
    const found = await find.job(project, id)
    if (!found.ok) return found
    const said = { verdict, reason: '', by: found.value.reviewer }
    const done = await say(project, said, () => jobs.chosen(id, images))
    told(project)
    return ok(done)
  }

  /** Its images keep their labels and are in no job afterwards. */
  async function remove(project: Project, id: string): Promise<Result<CancelledJob, Refusal>> {
    const found = await find.job(project, id)
    if (!found.ok) return found
    const { counts: _counts, ...job } = found.value
    const verdicts = await jobs.remove(project, id)
    told(project)
    return ok({ job, images: verdicts })
  }

  /** Takes a cancellation back. Images that were given to another job meanwhile stay there. */
  async function restore(project: Project, cancelled: CancelledJob): Promise<Result<AnnotationJob, Refusal>> {
    const batch = await find.batch(project, cancelled.job.batch)
    if (!batch.ok) return batch
    if (!(await jobs.restore(project, cancelled))) {
      return refuse('job-exists', { job: cancelled.job.name })
    }
    told(project)
    return find.job(project, cancelled.job.id)
  }

  function told(project: Project): void {
    notes.publish({ kind: 'jobs', project: project.slug })
  }

  return { renameBatch, change, imagePage, review, remove, restore }
}

function readBatchName(raw: string): Result<string, Refusal> {
  const name = raw.trim()
  if (name === '') return refuse('batch-needs-name')
  if (!isPlainName(name)) return refuse('batch-name-not-plain')
  return name.length > MAX_BATCH_NAME ? refuse('batch-name-too-long', { most: MAX_BATCH_NAME }) : ok(name)
}
