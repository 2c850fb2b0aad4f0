import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import { ProjectSlug, type TaskId, WorkspaceSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { reasonOf } from '#common/messages/sentence'
import { err, ok, type Result } from '#common/result'
import type { Workspace } from '../../access/workspaces/ports.ts'
import { Refused, type TaskContext, type TaskRepository, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { Project, ProjectRepository } from '../projects/ports.ts'
import { besideAddress, FetchBrokenError, type ImageFetcher } from './fetch-ports.ts'
import type { ImportRepository, ReportedFile } from './import-ports.ts'
import { outcomeOf, refusedOutcome } from './outcome.ts'
import { nameInUrl } from './rules.ts'
import type { ImageService } from './service.ts'
import type { AddedImage } from './take-in.ts'

export type FetchService = ReturnType<typeof fetchService>

interface Dependencies {
  readonly imports: ImportRepository
  readonly images: ImageService
  readonly projects: ProjectRepository
  readonly fetcher: ImageFetcher
  readonly tasks: TaskRepository
  readonly runner: TaskRunner
}

export interface WantedFetch {
  readonly batchName: string
  /** http or https addresses; what else stands here is refused by its line in the report. */
  readonly urls: readonly string[]
}

const Input = z.object({
  workspace: z.object({ row: z.int(), slug: WorkspaceSlug, name: z.string() }),
  project: ProjectSlug,
  batchName: z.string(),
  urls: z.array(z.string()),
})
type Input = z.infer<typeof Input>

/** Hosts are asked a few things at a time. */
const LANES = 4

/**
 * Images that are fetched from addresses, many in one task. What became of each address is written down as it is known; after a
 * crash the task goes on with those of which nothing is.
 */
export function fetchService(dependencies: Dependencies) {
  const { imports, projects, tasks, runner } = dependencies

  const work: TaskWork = {
    kind: 'fetch',
    afterCrash: 'resume',
    async run(raw, context) {
      const input = Input.parse(raw)
      const project = await projects.find(input.workspace, input.project)
      if (project === undefined) throw new Refused(refusal('project-gone', { slug: input.project }))
      await fetchAll(dependencies, { project, input }, context)
      return { ...(await imports.counts(context.taskId)), project: input.project }
    },
  }

  async function start(workspace: Workspace, project: Project, { batchName, urls }: WantedFetch): Promise<TaskId> {
    const input = { workspace, project: project.slug, batchName, urls: [...new Set(urls)] }
    const title = message('title-fetch-images', { count: input.urls.length })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'fetch' as const, title, input }
    const taskId = await runner.create(task)
    runner.begin(taskId, 'fetch', input)
    return taskId
  }

  /** A new task for the addresses that the hosts failed to send, and for those that were not come to. */
  async function again(workspace: Workspace, taskId: TaskId): Promise<Result<TaskId, Refusal>> {
    const task = await tasks.find(workspace.row, taskId)
    if (task?.kind !== 'fetch') return refuse('fetch-not-found', { task: taskId })
    if (task.status === 'created' || task.status === 'running') {
      return refuse('fetch-still-running', { title: task.title })
    }
    const { project: slug, batchName, urls } = Input.parse(await tasks.input(taskId))
    const project = await projects.find(workspace, slug)
    if (project === undefined) return refuse('project-gone', { slug })
    const [seen, failed] = await Promise.all([imports.paths(taskId), imports.retryable(taskId)])
    const left = urls.filter((url) => !seen.has(url) || failed.has(url))
    if (left.length === 0) return refuse('fetch-has-nothing-left', { title: task.title })
    return ok(await start(workspace, project, { batchName, urls: left }))
  }

  return { work, start, again }
}

interface Fetch {
  readonly project: Project
  readonly input: Input
}

async function fetchAll(
  dependencies: Dependencies,
  fetch: Fetch,
  { taskId, signal, report }: TaskContext,
): Promise<void> {
  const { imports } = dependencies
  const seen = await imports.paths(taskId)
  const left = fetch.input.urls.filter((url) => !seen.has(url)).values()
  const total = fetch.input.urls.length
  let current = seen.size
  report({ current, total })
  let hasFailed = false
  const lane = async () => {
    for (const url of left) {
      if (hasFailed) return
      const added = await fetchOne(dependencies, fetch, { url, signal })
      // An image that came in just before the end is written down; one that was cut off by it is not the host's fault.
      if (!added.ok) signal.throwIfAborted()
      const isRetryable = !added.ok && reasonOf(added.error) === 'image-url-failed'
      await imports.record(taskId, toOutcome(url, added), { isRetryable })
      current += 1
      report({ current, total })
    }
  }
  const safely = () =>
    lane().catch((failure: unknown) => {
      hasFailed = true
      throw failure
    })
  // The first failure ends all lanes, and nothing runs any more when this throws.
  const lanes = await Promise.allSettled(Array.from({ length: LANES }, safely))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
}

interface Asked {
  readonly url: string
  readonly signal: AbortSignal
}

async function fetchOne(
  { fetcher, images }: Dependencies,
  { project, input }: Fetch,
  { url, signal }: Asked,
): Promise<Result<AddedImage, Refusal>> {
  signal.throwIfAborted()
  try {
    const bytes = await fetcher.open(url, signal)
    if (!bytes.ok) return bytes
    const particulars = {
      path: nameInUrl(url),
      split: 'train' as const,
      batch: () => images.batch(project, input.batchName),
      origin: { sourceUrl: url },
    }
    return await images.addStreamed(project, { bytes: bytes.value, about: () => ok(particulars) })
  } catch (failure) {
    if (failure instanceof FetchBrokenError) return err(failure.refusal)
    throw failure
  }
}

function toOutcome(path: string, added: Result<AddedImage, Refusal>): ReportedFile {
  return added.ok ? outcomeOf(path, added.value) : refusedOutcome(path, besideAddress(added.error))
}
