import type { ExportDescription } from '#common/contract/exports'
import { CANCELLED } from '#common/contract/tasks'
import { type Refusal, refuse } from '#common/errors'
import type { ExportClass } from '#common/exports/model'
import { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { type Split, type SplitCounts, totalOf } from '#common/split'
import type { Workspace } from '../../../access/workspaces/ports.ts'
import type { Project, ProjectRepository } from '../../../dataset/projects/ports.ts'
import type { Ages, Clock, Random } from '../../../ports.ts'
import type { TaskRunner } from '../../../tasks/ports.ts'
import type { TaskService } from '../../../tasks/service.ts'
import { fittingFormat, leftOutOf } from '../formats.ts'
import type { FormatInfo } from '../ports.ts'
import { archiveDamaged, type Download, saidLine } from '../service.ts'
import type { Picked, SearchExportRecord } from './ports.ts'
import {
  archiveNameOf,
  factsOf,
  mergeClasses,
  oneType,
  SEARCH_EXPORT_DAYS,
  type SearchWords,
  toExportVersion,
} from './rules.ts'
import { searchExportWork, type WorkDependencies } from './work.ts'

export type SearchExportService = ReturnType<typeof searchExportService>

interface Dependencies extends WorkDependencies {
  readonly projects: Pick<ProjectRepository, 'classes'>
  readonly tasks: Pick<TaskService, 'read'>
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly ages: Ages
  readonly random: Pick<Random, 'hex'>
}

/** Some images in one format. The words say what they are. */
export interface WantedSearchExport extends SearchWords {
  readonly picked: Picked
  /** Projects that `picked` names. */
  readonly projects: readonly Project[]
  readonly format: string
}

/** An archive that is there, on its way, or not to be had. */
export type SearchExportState =
  | { readonly kind: 'made'; readonly fileName: string; readonly bytes: number; readonly linkKey: string }
  /** `progress` is 0…1. */
  | { readonly kind: 'making'; readonly progress: number }

const DAY_MS = 24 * 3600 * 1000

/**
 * Exports of images that a search found, as they are: what is found, its labels and its classes are copied when the export is asked
 * for, so later edits do not reach it. The task is the export; both have one identifier.
 */
export function searchExportService(dependencies: Dependencies) {
  const { searchExports, projects, tasks, writer, blobs, runner, clock, ages, random } = dependencies

  const work = searchExportWork(dependencies)

  /** Checks the selection, whether it fits into one archive, and the format. */
  async function judge({ picked, projects: asked, format, search }: WantedSearchExport) {
    const summary = await searchExports.summary(picked)
    const [first, ...others] = asked.filter(({ id }) => summary.some(({ projectId }) => projectId === id))
    if (first === undefined) return nothing(search)
    const type = oneType([first, ...others])
    if (!type.ok) return type
    const known = fittingFormat(writer, type.value, format)
    const counts = sum(summary.map(({ splits }) => splits))
    const bytes = summary.reduce((total, each) => total + each.bytes, 0)
    const holding: readonly [Project, ...Project[]] = [first, ...others]
    return known.ok ? ok({ holding, format: known.value, counts, bytes }) : known
  }

  /** Notes the images down and starts the work. Answers the identifier of the export, which is that of its task. */
  async function start(workspace: Workspace, wanted: WantedSearchExport): Promise<Result<TaskId, Refusal>> {
    const judged = await judge(wanted)
    if (!judged.ok) return judged
    const { holding, format, counts } = judged.value
    const title = message('title-export-images', { count: totalOf(counts), format: format.title })
    const projectId = holding.length === 1 ? holding[0].id : undefined
    const input = { workspace: workspace.slug }
    const task = { workspace: workspace.row, projectId, kind: 'search-export' as const, title, input }
    const taskId = await runner.create(task)
    const { place, ...facts } = factsOf(workspace, holding, wanted)
    await searchExports.freeze(
      {
        taskId,
        workspace: workspace.row,
        format: format.id,
        linkKey: random.hex(24),
        createdAt: clock.now(),
        facts: { ...facts, id: `${place}/${taskId}` },
        fileName: archiveNameOf(facts.name, format.id),
        projects: holding.map(({ id }) => id),
      },
      wanted.picked,
    )
    runner.begin(taskId, 'search-export', input)
    return ok(taskId)
  }

  async function state(workspace: Workspace, id: string): Promise<Result<SearchExportState, Refusal>> {
    const parsed = TaskId.safeParse(id)
    const record = parsed.success ? await searchExports.findLive(workspace.row, parsed.data) : undefined
    const task = record && (await tasks.read(workspace, id))
    if (!record || !task?.ok) return exportNotFound(id)
    const { made, fileName, linkKey } = record
    if (made) return ok({ kind: 'made', fileName, bytes: made.bytes, linkKey })
    const { status, error, progress } = task.value
    if (status !== 'failed') return ok({ kind: 'making', progress: shareOf(progress) })
    return failed(id, error ?? message('no-reason-known'))
  }

  /** Contents of an export, before it is asked for. */
  async function describe(
    workspace: Workspace,
    wanted: WantedSearchExport,
  ): Promise<Result<ExportDescription, Refusal>> {
    const judged = await judge(wanted)
    if (!judged.ok) return judged
    const { holding, format, counts, bytes } = judged.value
    const classes: ExportClass[] = []
    for (const { id } of holding) for (const each of await projects.classes(id)) classes.push(each)
    const { place, ...facts } = factsOf(workspace, holding, wanted)
    const { merged } = mergeClasses(classes)
    const version = toExportVersion({ facts: { ...facts, id: `${place}/` }, createdAt: clock.now() }, merged, counts)
    const { tree } = await writer.describe(format.id, { version, images: noImages })
    const told = await searchExports.told(wanted.picked)
    const fileName = archiveNameOf(facts.name, format.id)
    const [, ...files] = tree
    const renamed = writer.asciiNames(format.id, merged).filter(({ from, to }) => from !== to)
    return ok({
      fileName,
      tree: [{ branches: '', says: fileName, strong: true }, ...files.map(saidLine)],
      record: null,
      bytes,
      renamed,
      leftOut: leftOutOf(format, told),
    })
  }

  /** The archive behind a private link, with its path on disk; undefined when the key is nobody's. */
  async function download(linkKey: string): Promise<Result<Download, Refusal> | undefined> {
    const record = await searchExports.findByLink(linkKey)
    return record?.made && checked(record.fileName, record.made)
  }

  /** The archive of an export of this workspace. */
  async function archive(workspace: Workspace, id: string): Promise<Result<Download, Refusal> | undefined> {
    const parsed = TaskId.safeParse(id)
    const record = parsed.success ? await searchExports.findLive(workspace.row, parsed.data) : undefined
    return record?.made && checked(record.fileName, record.made)
  }

  async function checked(
    fileName: string,
    { blob, bytes }: NonNullable<SearchExportRecord['made']>,
  ): Promise<Result<Download, Refusal>> {
    if ((await blobs.check(blob, bytes)) !== 'sound') return archiveDamaged(fileName)
    return ok({ fileName, bytes, sha256: blob, path: blobs.pathOf(blob) })
  }

  return {
    work,
    start,
    state,
    describe,
    download,
    archive,
    /** Whose images an export holds; empty when there is no such export. */
    async projectsOf(id: string) {
      const parsed = TaskId.safeParse(id)
      return parsed.success ? searchExports.projects(parsed.data) : []
    },
    formats: (project: Project): readonly FormatInfo[] => writer.formats(project.type),
    /** Lets archives go that are older than their time; what they alone named is freed by the next sweep. */
    forgetOld: () => searchExports.forget(ages.before(SEARCH_EXPORT_DAYS * DAY_MS)),
  }
}

function failed(id: string, error: Message) {
  return error.code === CANCELLED
    ? refuse('search-export-cancelled', { export: id })
    : refuse('search-export-failed', { export: id }, error)
}

async function* noImages() {
  // A description shows where files lie, not what is in them.
}

function sum(counts: readonly SplitCounts[]): SplitCounts {
  const of = (split: Split) => counts.reduce((total, each) => total + each[split], 0)
  return { train: of('train'), valid: of('valid'), test: of('test') }
}

/** Ready means that the archive is there, so until then it is less than 1. */
function shareOf(progress: { readonly current: number; readonly total: number } | null): number {
  return progress === null || progress.total === 0 ? 0 : Math.min(0.99, progress.current / progress.total)
}

function nothing(search: string) {
  return search === ''
    ? refuse('no-image-to-export')
    : refuse('no-image-found-to-export', { search: search.slice(0, 200) })
}

/** Said of an export that is not there, or not for whoever asks. */
export function exportNotFound(id: string) {
  return refuse('search-export-not-found', { export: id.slice(0, 40), days: SEARCH_EXPORT_DAYS })
}
