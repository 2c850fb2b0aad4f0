import { z } from 'zod'
import { brand } from '#common/border'
import type { ExportDescription, ExportFormat, KeptFormats } from '#common/contract/exports'
import { type Refusal, refuse } from '#common/errors'
import type { ExportImage, ExportVersion } from '#common/exports/model'
import { ProjectSlug, type TaskId, WorkspaceSlug } from '#common/ids'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { ok, type Result } from '#common/result'
import type { Split, SplitCounts } from '#common/split'
import { toStoredSettings } from '#common/versions/settings'
import type { Workspace, WorkspaceRepository } from '../../access/workspaces/ports.ts'
import type { BlobStore } from '../../dataset/images/ports.ts'
import type { Project, ProjectRepository } from '../../dataset/projects/ports.ts'
import type { Clock, Notes, Random } from '../../ports.ts'
import { Refused, type TaskRunner, type TaskWork } from '../../tasks/ports.ts'
import type { ToldCounts, Version, VersionRow } from '../../versions/model.ts'
import { versionType } from '../../versions/rules.ts'
import type { ExportRecord, ExportRepository, VersionRepository } from '../../versions/store-ports.ts'
import { fittingFormat, keptFormats, leftOutOf } from './formats.ts'
import { type ExportSource, type ExportWriter, type FormatInfo, isStoredImageError, type TreeLine } from './ports.ts'

export type ExportService = ReturnType<typeof exportService>

interface Dependencies {
  readonly exports: ExportRepository
  readonly versions: VersionRepository
  readonly projects: ProjectRepository
  readonly workspaces: WorkspaceRepository
  readonly writer: ExportWriter
  readonly blobs: BlobStore
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly random: Random
  readonly notes: Notes
}

const Input = z.object({
  workspace: WorkspaceSlug,
  project: ProjectSlug,
  version: z.number().int(),
  format: z.string(),
})

/** Versions whose counts are kept. */
const MOST_COUNTED = 100

/** Images of a version are read in windows of this many. */
const WINDOW = 256

/** An archive that is made, or on its way. */
export type ExportState =
  | { readonly kind: 'made'; readonly record: ExportRecord & { readonly made: { blob: string; bytes: number } } }
  | { readonly kind: 'making'; readonly taskId: TaskId }

/** Exports of frozen versions: one archive for each version and format, made once, the same bytes every time. */
export function exportService(dependencies: Dependencies) {
  const { exports, versions, projects, workspaces, writer, blobs, runner, clock, random, notes } = dependencies
  const told = countKeeper(versions)

  const work: TaskWork = {
    kind: 'export',
    afterCrash: 'resume',
    isAllOrNothing: true,
    async run(input, { signal, report }) {
      const { workspace, project, version, format } = Input.parse(input)
      const found = await locate(project, version)
      const source = await sourceOf(workspace, found)
      const archive = await writer.write(format, source, { signal, report }).catch((failure: unknown) => {
        if (!isStoredImageError(failure)) throw failure
        throw new Refused(message('version-file-damaged', { path: failure.path }))
      })
      await archive.keep()
      await exports.finish(found.version.row, format, { blob: archive.hash, bytes: archive.bytes })
      notes.publish({ kind: 'versions', project })
      return {
        project,
        version,
        format,
        bytes: archive.bytes,
        sha256: archive.hash,
        url: downloadUrl(project, version, format),
      }
    },
    abandon: (_input, taskId) => exports.drop(taskId),
  }

  async function locate(slug: ProjectSlug, number: number): Promise<{ project: Project; version: Version }> {
    const workspace = await workspaces.first()
    const project = workspace && (await projects.find(workspace, slug))
    const version = project && (await versions.find(project.id, number))
    if (!project || !version) throw new Refused(message('exported-version-gone', { version: number, project: slug }))
    return { project, version }
  }

  async function sourceOf(
    workspace: WorkspaceSlug,
    { project, version }: Omit<ExportOf, 'format'>,
  ): Promise<ExportSource> {
    const { splits } = await versions.counts(version.row)
    const { crowds, lines } = await told(version)
    return {
      version: { ...toExportVersion(workspace, { project, version }, splits), crowds, lines },
      async *images(split: Split) {
        for (let after = ''; ; ) {
          const window = await versions.images(version.row, { split, after, limit: WINDOW })
          yield* window
          const last = window.at(-1)
          if (last === undefined || window.length < WINDOW) return
          after = last.fileName
        }
      },
    }
  }

  function formatOf({ project, version, format }: ExportOf): Result<FormatInfo, Refusal> {
    return fittingFormat(writer, versionType(project.type, version.settings), format)
  }

  async function start(workspace: Workspace, of: ExportOf): Promise<Result<ExportState, Refusal>> {
    const { project, version } = of
    const format = formatOf(of)
    if (!format.ok) return format
    const there = await state({ ...of, format: format.value.id })
    if (there) return ok(there)
    const input = { workspace: workspace.slug, project: project.slug, version: version.number, format: format.value.id }
    const title = message('title-export-version', { version: version.number, format: format.value.title })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'export' as const, title, input }
    const taskId = await runner.create(task)
    const fileName = `${project.slug}.v${version.number}.${format.value.id}.zip`
    const record = { format: format.value.id, fileName, taskId, made: undefined, linkKey: random.hex(24) }
    const isOurs = await exports.open(version.row, record, clock.now())
    if (isOurs) runner.begin(taskId, 'export', input)
    return isOurs ? ok({ kind: 'making', taskId }) : start(workspace, of)
  }

  async function state({ version, format }: ExportOf): Promise<ExportState | undefined> {
    const record = await exports.find(version.row, format)
    if (record === undefined) return undefined
    const { made } = record
    if (made === undefined) return { kind: 'making', taskId: record.taskId }
    return (await isSound(record.linkKey, made)) ? { kind: 'made', record: { ...record, made } } : undefined
  }

  /** An archive that has been damaged on the disk is forgotten: whoever asks for it next has it made again. */
  async function isSound(linkKey: string, { blob, bytes }: { blob: string; bytes: number }): Promise<boolean> {
    if ((await blobs.check(brand(blob), bytes)) === 'sound') return true
    await exports.forget(linkKey)
    return false
  }

  async function formats(project: Project, version: Version): Promise<ExportFormat[]> {
    const records = new Map((await exports.list(version.row)).map((record) => [record.format, record]))
    return writer.formats(versionType(project.type, version.settings)).map(({ id, title, keeps, fidelity }) => {
      const record = records.get(id)
      const url = downloadUrl(project.slug, version.number, id)
      const made = record?.made && {
        url,
        fileName: record.fileName,
        bytes: record.made.bytes,
        sha256: record.made.blob,
      }
      return { id, title, keeps: said(keeps), fidelity, made: made ?? null }
    })
  }

  /** The part of the version's labels that each format keeps. */
  async function kept(project: Project, version: Version): Promise<KeptFormats> {
    return keptFormats(writer.formats(versionType(project.type, version.settings)), await told(version))
  }

  async function describe(workspace: Workspace, of: ExportOf): Promise<Result<ExportDescription, Refusal>> {
    const { project, version } = of
    const format = formatOf(of)
    if (!format.ok) return format
    const { tree, record } = await writer.describe(format.value.id, await sourceOf(workspace.slug, of))
    const { bytes } = await versions.counts(version.row)
    const renamed = writer.asciiNames(format.value.id, version.classes).filter(({ from, to }) => from !== to)
    const shown = record && {
      text: record.text,
      caption: said(record.caption),
      imageUrl: versionImageUrl(of, record.image),
    }
    const fileName = `${project.slug}.v${version.number}.${format.value.id}.zip`
    const leftOut = leftOutOf(format.value, await told(version))
    return ok({ fileName, tree: tree.map(saidLine), record: shown ?? null, bytes, renamed, leftOut })
  }

  /** The archive behind a private link, with its path on disk; undefined when the key is nobody's. */
  async function download(linkKey: string): Promise<Result<Download, Refusal> | undefined> {
    const record = await exports.findByLink(linkKey)
    if (record?.made === undefined) return undefined
    const { fileName, made } = record
    return (await isSound(linkKey, made)) ? ok(toDownload(fileName, made)) : archiveDamaged(fileName)
  }

  function toDownload(fileName: string, { blob, bytes }: { blob: string; bytes: number }): Download {
    return { fileName, bytes, sha256: blob, path: blobs.pathOf(brand(blob)) }
  }

  return { work, formatOf, start, state, formats, kept, describe, download, toDownload }
}

/** Versions do not change, and counting reads all of their labels. */
function countKeeper(versions: Pick<VersionRepository, 'told'>) {
  const counted = new Map<VersionRow, Promise<ToldCounts>>()
  return async ({ row }: Version): Promise<ToldCounts> => {
    const known = counted.get(row) ?? versions.told(row)
    counted.set(row, known)
    known.catch(() => counted.delete(row))
    for (const oldest of [...counted.keys()].slice(0, Math.max(0, counted.size - MOST_COUNTED))) counted.delete(oldest)
    return known
  }
}

/** A line of the tree as it travels. */
export function saidLine({ says, ...line }: TreeLine): ExportDescription['tree'][number] {
  return { ...line, says: typeof says === 'string' ? says : said(says) }
}

/** An archive that can be sent. */
export interface Download {
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
  readonly path: string
}

export function archiveDamaged(fileName: string) {
  return refuse('archive-damaged', { file: fileName })
}

export interface ExportOf {
  readonly project: Project
  readonly version: Version
  readonly format: string
}

function versionImageUrl({ project, version }: ExportOf, image: ExportImage): string {
  return `/versions/${project.slug}/${version.number}/images/${image.blob}`
}

function downloadUrl(project: ProjectSlug, version: number, format: string): string {
  return `/exports/${project}/${version}/${format}`
}

function toExportVersion(
  workspace: WorkspaceSlug,
  { project, version }: Omit<ExportOf, 'format'>,
  counts: SplitCounts,
): ExportVersion {
  const { preprocessing, augmentation } = toStoredSettings(version.settings)
  return {
    id: `${workspace}/${project.slug}/${version.number}`,
    projectName: project.name,
    projectType: versionType(project.type, version.settings),
    group: project.annotationGroup,
    license: project.license,
    name: version.name,
    number: version.number,
    createdAt: version.createdAt,
    classes: version.classes,
    counts,
    preprocessing,
    augmentation,
  }
}
