import { type BatchView, type JobImage, JobState, type JobView } from '#common/contract/jobs'
import { refuse } from '#common/errors'
import { type BatchId, ImageId, type ProjectSlug } from '#common/ids'
import { ok } from '#common/result'
import type { JobCounts } from '../annotation/jobs/ports.ts'
import { sizeOf, statusOf } from '../annotation/jobs/rules.ts'
import type { WantedJob } from '../annotation/jobs/service.ts'
import type { ManagedBatch, ManagedJob } from '../management/jobs.ts'
import type { Outcome } from '../management/outcome.ts'
import { inLanes } from '../tasks/lanes.ts'
import type { RemoteImages, Window } from './images.ts'
import { batchIdOf, jobIdOf } from './names.ts'
import { isPassing } from './passing.ts'
import type { Remote } from './ports.ts'
import { inOneTurn } from './turns.ts'

interface Dependencies extends Pick<Remote, 'host' | 'management' | 'notes'> {
  readonly images: RemoteImages
}

type Covers = { readonly images: number; readonly ids: readonly ImageId[] }

/** Images that stand for a batch. */
const COVERS = 6
/** Of so many batches, the newest, it is asked how much is labeled: a request each. */
const COUNTED = 60
/** Only so many get images: another request when they are new. */
const COVERED = 24
const LANES = 4
/** Batches whose images are remembered. */
const KEPT = 500

/** Batches and jobs of another machine. Its API makes jobs and tells of them; what becomes of them is decided there. */
export function remoteJobs({ host, management, notes, images }: Dependencies) {
  const known = new Map<string, Covers>()

  async function board(project: ProjectSlug): Outcome<{ batches: BatchView[]; jobs: JobView[] }> {
    const [told, listed] = await Promise.all([management.jobs.batches(project), list(project)])
    if (!told.ok) return told
    if (!listed.ok) return listed
    const jobs = listed.value
    const batches = newestFirst(told.value.filter((batch) => batch.images > 0 || batch.jobs > 0))
    const seen = await inLanes(batches.slice(0, COUNTED).entries().toArray(), LANES, ([place, batch]) =>
      lookInto(project, batch, place < COVERED),
    )
    const failed = seen.find((each) => !each.ok)
    if (failed?.ok === false) return failed
    const views = batches.map((batch, place) => {
      const look = seen[place]
      return toBatchView(batch, jobs, look?.ok === true ? look.value : { labelled: null, covers: [] })
    })
    return ok({ batches: [...views, ...unlisted(views, jobs)], jobs })
  }

  async function list(project: ProjectSlug): Outcome<JobView[]> {
    const told = await management.jobs.jobs(project)
    return told.ok ? ok(newestFirst(told.value).map(toJobView)) : told
  }

  /** How much of a batch is labeled, and the images to show for it. A server without such searches tells neither. */
  async function lookInto(project: ProjectSlug, { id, images: amount }: ManagedBatch, isCovered: boolean) {
    if (amount === 0) return ok({ labelled: 0, covers: [] })
    const labelled = await images.find(project, { batch: id, inDataset: true, offset: 0, limit: 1, fields: [] })
    if (!labelled.ok) return isPassing(labelled.error) ? labelled : ok({ labelled: null, covers: [] })
    const covers = isCovered ? await coversOf(project, id, amount) : []
    return ok({ labelled: Math.min(labelled.value.total, amount), covers })
  }

  async function coversOf(project: ProjectSlug, batch: string, amount: number): Promise<readonly ImageId[]> {
    const key = `${project} ${batch}`
    const met = known.get(key)
    if (met?.images === amount) return met.ids
    const found = await images.find(project, { batch, offset: 0, limit: COVERS, fields: [] })
    if (!found.ok) return met?.ids ?? []
    const ids = found.value.results.flatMap(({ id }) => ImageId.safeParse(id).data ?? [])
    known.delete(key)
    known.set(key, { images: amount, ids })
    for (const old of [...known.keys()].slice(0, Math.max(0, known.size - KEPT))) known.delete(old)
    return ids
  }

  async function create(
    project: ProjectSlug,
    wanted: Omit<WantedJob, 'batch'> & { readonly batch: BatchId },
  ): Outcome<JobView> {
    const batches = await management.jobs.batches(project)
    if (!batches.ok) return batches
    const batch = batches.value.find(({ id }) => batchIdOf(id) === wanted.batch)
    if (batch === undefined) return refuse('remote-batch-not-found', { host })
    const made = await management.jobs.createJob(project, { ...wanted, batch: batch.id })
    if (!made.ok) return made
    notes.publish({ kind: 'jobs', project })
    return ok(toJobView(made.value))
  }

  async function imagePage(project: ProjectSlug, wanted: string, window: Window): Outcome<JobImage[]> {
    const jobs = await management.jobs.jobs(project)
    if (!jobs.ok) return jobs
    const job = jobs.value.find(({ id }) => jobIdOf(id) === wanted)
    if (job === undefined) return refuse('remote-job-not-found', { host })
    const within = { job: job.id }
    const found = await images.find(project, { ...within, ...window, fields: ['name', 'annotations'] })
    if (!found.ok) return found
    const nulls = await images.nullsAmong(project, found.value.results, within)
    if (!nulls.ok) return nulls
    const labelled = labelledStanding(job.counts)
    return ok(
      found.value.results.flatMap(({ id: raw, name, annotations }) => {
        const id = ImageId.safeParse(raw).data
        if (id === undefined) return []
        const isLabelled = (annotations?.count ?? 0) > 0 || nulls.value.has(raw)
        return { id, name: name ?? id, standing: isLabelled ? labelled : 'unannotated' }
      }),
    )
  }

  // While images come in, a screen asks again and again.
  return { board: inOneTurn(board), list, create, imagePage }
}

/** The API counts verdicts and does not tell which image has which: only where there is one kind is it known. */
function labelledStanding(counts: JobCounts): JobImage['standing'] {
  const [only, other] = (['annotated', 'approved', 'rejected'] as const).filter((standing) => counts[standing] > 0)
  return only === undefined || other !== undefined ? 'labelled' : only
}

/** Each identifier once. */
function newestFirst<Each extends { readonly id: string; readonly createdAt: Date }>(all: readonly Each[]): Each[] {
  const once = [...new Map(all.map((each) => [each.id, each])).values()]
  return once.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
}

function toBatchView(
  { id: raw, name, images, createdAt }: ManagedBatch,
  jobs: readonly JobView[],
  look: { readonly labelled: number | null; readonly covers: readonly ImageId[] },
): BatchView {
  const id = batchIdOf(raw)
  const given = jobs.filter(({ batch }) => batch === id).reduce((sum, { counts }) => sum + sizeOf(counts), 0)
  return {
    id,
    name,
    images,
    labelled: look.labelled,
    covers: [...look.covers],
    createdAt: createdAt.toISOString(),
    // The API says which images are labeled, not which a person is done with.
    done: null,
    free: Math.max(0, images - given),
  }
}

/** Stand-ins for batches that the remote does not list, so that their jobs are seen. */
function unlisted(batches: readonly BatchView[], jobs: readonly JobView[]): BatchView[] {
  const listed = new Set(batches.map(({ id }) => id))
  const others = Map.groupBy(
    jobs.filter(({ batch }) => !listed.has(batch)),
    ({ batch }) => batch,
  )
  return [...others].map(([id, [newest, ...rest]]) => {
    const all = newest === undefined ? rest : [newest, ...rest]
    const images = all.reduce((sum, { counts }) => sum + sizeOf(counts), 0)
    const createdAt = newest?.createdAt ?? new Date(0).toISOString()
    return { id, name: null, createdAt, images, labelled: null, done: null, free: 0, covers: [] }
  })
}

const LONGEST = { name: 200, person: 200, instructions: 10_000 }

function toJobView({ id, batch, name, status, counts, createdAt, ...words }: ManagedJob): JobView {
  const { labeler, reviewer, instructions } = words
  return {
    id: jobIdOf(id),
    batch: batchIdOf(batch),
    counts: { ...counts },
    name: name.trim().slice(0, LONGEST.name) || jobIdOf(id),
    labeler: labeler.trim().slice(0, LONGEST.person),
    reviewer: reviewer.trim().slice(0, LONGEST.person),
    instructions: instructions.slice(0, LONGEST.instructions),
    createdAt: createdAt.toISOString(),
    state: JobState.safeParse(status).data ?? statusOf(counts, reviewer),
  }
}
