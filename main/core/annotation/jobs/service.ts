import { type Refusal, refuse } from '#common/errors'
import type { ImageId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Project } from '../../dataset/projects/ports.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import { type ChangeDependencies, jobChanges } from './changes.ts'
import type { AnnotationJob, AnnotationJobRepository, Batch } from './ports.ts'

export type AnnotationJobService = ReturnType<typeof annotationJobService>

interface Dependencies {
  readonly jobs: AnnotationJobRepository
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
  readonly review: ChangeDependencies['review']
}

export interface WantedJob {
  readonly name: string
  /** Identifier of the batch, or its name. */
  readonly batch: string
  /** All that are in no job when absent. */
  readonly images?: number | undefined
  readonly labeler: string
  readonly reviewer: string
  readonly instructions: string
}

/** Batches, and the jobs in which their images are handed to people. An image is in one job at most. */
export function annotationJobService({ jobs, clock, random, notes, review }: Dependencies) {
  async function batch(project: Project, id: string): Promise<Result<Batch, Refusal>> {
    const found = await jobs.batch(project, id)
    return found ? ok(found) : refuse('batch-not-in-project', { project: project.name, batch: shorten(id) })
  }

  async function job(project: Project, id: string): Promise<Result<AnnotationJob, Refusal>> {
    const found = await jobs.job(project, id)
    return found ? ok(found) : refuse('job-not-in-project', { project: project.name, job: shorten(id) })
  }

  async function meantBatch(project: Project, text: string): Promise<Result<Batch, Refusal>> {
    const found = await batch(project, text)
    if (found.ok) return found
    const named = (await jobs.batches(project)).find(({ name }) => name === text)
    return named ? ok(named) : found
  }

  async function create(
    project: Project,
    { batch, images, ...wanted }: WantedJob,
  ): Promise<Result<AnnotationJob, Refusal>> {
    const from = await meantBatch(project, batch)
    if (!from.ok) return from
    const free = await jobs.unassigned(project, from.value.id)
    if (free === 0 || (images ?? 0) > free) return tooFew(from.value, free, images)
    const id = random.id()
    await jobs.create(project, { ...wanted, id, batch: from.value.id, createdAt: clock.now() }, images ?? free)
    notes.publish({ kind: 'jobs', project: project.slug })
    return job(project, id)
  }

  async function images(project: Project, id: string): Promise<Result<ImageId[], Refusal>> {
    const found = await job(project, id)
    return found.ok ? ok(await jobs.images(id)) : found
  }

  return {
    batch,
    job,
    create,
    images,
    ...jobChanges({ jobs, notes, review }, { batch, job }),
    batches: (project: Project) => jobs.batches(project),
    progress: (project: Project) => jobs.progress(project),
    jobs: (project: Project) => jobs.jobs(project),
  }
}

function tooFew({ name, images }: Batch, free: number, wanted: number | undefined) {
  return wanted === undefined
    ? refuse('batch-has-no-free-images', { images, batch: name, free })
    : refuse('too-few-free-images', { images, batch: name, free, wanted })
}
