import type { ExportFormat, PickedImages } from '#common/contract/exports'
import { refuse } from '#common/errors'
import type { ProjectSlug, TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { ok } from '#common/result'
import { readSearch } from '#common/search/parse'
import { printSearch } from '#common/search/print'
import type { ArchiveStream } from '../management/model.ts'
import type { Outcome } from '../management/outcome.ts'
import type { RemoteImages } from './images.ts'
import { isPassing } from './passing.ts'
import type { Remote } from './ports.ts'
import type { RemoteProjects } from './projects.ts'
import type { RemoteTasks } from './tasks.ts'

interface Dependencies extends Remote {
  readonly projects: RemoteProjects
  readonly images: RemoteImages
  readonly tasks: RemoteTasks
}

interface Wanted {
  readonly project: ProjectSlug
  readonly picked: PickedImages
  readonly format: string
}

const ASK_MS = 1000
/** Progress comes as a share. */
const STEPS = 100
/** As many as tasks are remembered. */
const KEPT = 50

/** Archives of what a search finds, made by the other machine of its images as they are. They are passed through. */
export function remoteSearchExports(dependencies: Dependencies) {
  const { host, management, formats: formatsFor, tasks, projects, images, wait } = dependencies
  /** The remote's identifiers of the exports that were begun here. */
  const begun = new Map<TaskId, string>()

  async function formats(project: ProjectSlug): Outcome<ExportFormat[]> {
    const type = await projects.typeOf(project)
    return type.ok
      ? ok(formatsFor(type.value).map((format) => ({ ...format, keeps: said(format.keeps), made: null })))
      : type
  }

  async function start(wanted: Wanted): Outcome<TaskId> {
    const { project, picked, format } = wanted
    const query = await queryOf(project, picked)
    if (!query.ok) return query
    const told = await management.project(project)
    if (!told.ok) return told
    const search = 'filter' in picked ? (picked.filter.search ?? '') : ''
    const name = `${told.value.project.name} ${search}`.trim()
    const started = await management.search.startExport({ query: query.value, format, dataset: project, name })
    if (!started.ok) return started
    const task = tasks.begin({ kind: 'search-export', project, title: message('title-export-found', { format }) })
    begun.set(task.taskId, started.value)
    for (const old of [...begun.keys()].slice(0, Math.max(0, begun.size - KEPT))) begun.delete(old)
    // It ends when the studio works elsewhere.
    void follow(started.value, task).catch(() => undefined)
    return ok(task.taskId)
  }

  /** The selection as a query; refused when there are no words for it. */
  async function queryOf(project: ProjectSlug, picked: PickedImages): Outcome<string> {
    if ('images' in picked) return refuse('remote-exports-no-single-images', { host })
    const prompt = await images.prompt(project, picked.filter)
    if (!prompt.ok) return prompt
    const { value: query = printSearch({ kind: 'all' }) } = prompt
    if (readSearch(query).ok) return ok(query)
    return refuse('filter-too-long-for-remote', { host })
  }

  async function follow(id: string, task: ReturnType<RemoteTasks['begin']>): Promise<void> {
    while (!task.signal.aborted) {
      const state = await management.search.readExport(id)
      if (!state.ok && !isPassing(state.error)) return task.end(state)
      if (state.ok && state.value.kind === 'ready') {
        const { fileName } = state.value
        return task.end(ok({ url: `/search-exports/${task.taskId}`, fileName }))
      }
      if (state.ok && state.value.kind === 'working')
        task.report({ current: Math.floor(state.value.progress * STEPS), total: STEPS })
      await wait(ASK_MS)
    }
  }

  /** The finished archive as it comes. Its link is asked for again, as it may not live as long as the task is shown. */
  async function open(taskId: TaskId): Outcome<ArchiveStream> {
    const id = begun.get(taskId)
    if (id === undefined) return refuse('remote-export-unknown', { task: taskId })
    const state = await management.search.readExport(id)
    if (!state.ok) return state
    if (state.value.kind === 'working') return refuse('archive-not-ready')
    return management.download(state.value.archive)
  }

  return { formats, start, open }
}
