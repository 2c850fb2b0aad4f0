import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { type BlobHash, ProjectSlug, type TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { ok, type Result } from '#common/result'
import type { VersionSettings } from '#common/versions/settings'
import type { Project, ProjectHandle, ProjectRepository } from '../dataset/projects/ports.ts'
import type { Clock, Notes } from '../ports.ts'
import { Refused, type TaskRunner, type TaskWork } from '../tasks/ports.ts'
import { checkTiles } from './estimate.ts'
import { type GenerateDependencies, generateVersion } from './generate.ts'
import type { Version, VersionCounts } from './model.ts'
import { checkRecipe } from './rules.ts'
import type { VersionHandle } from './store-ports.ts'

export type VersionService = ReturnType<typeof versionService>

interface Dependencies extends GenerateDependencies {
  readonly projects: ProjectRepository
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly notes: Notes
  /** Most copies of each training image. */
  readonly copiesCap: number
}

export interface NewVersionRequest {
  readonly name: string
  readonly settings: VersionSettings
  /** 32 hexadecimal digits. */
  readonly seed: string
}

export interface StartedVersion {
  readonly taskId: TaskId
  readonly number: number
}

const Input = z.object({ project: ProjectSlug })

/** Frozen versions of a project: asking for one, following it, reading it. */
export function versionService({ projects, runner, clock, copiesCap, ...generate }: Dependencies) {
  const { versions, notes } = generate

  const work: TaskWork = {
    kind: 'version',
    afterCrash: 'resume',
    isAllOrNothing: true,
    async run(input, context) {
      const { project } = Input.parse(input)
      const version = await versions.findByTask(context.taskId)
      if (version === undefined) throw new Refused(message('version-cut-off'))
      const { images, splits } = await generateVersion({ project, version }, generate, context)
      notes.publish({ kind: 'versions', project })
      return { version: version.number, images, splits, project }
    },
    async abandon(input, taskId) {
      const version = await versions.findByTask(taskId)
      if (version) await versions.remove(version.row)
      notes.publish({ kind: 'versions', project: Input.parse(input).project })
    },
  }

  /** Freezes the project as it is now and starts rendering. The version is listed at once. */
  async function start(
    project: Project,
    { name, settings, seed }: NewVersionRequest,
  ): Promise<Result<StartedVersion, Refusal>> {
    const { preprocessing } = settings
    const { splits: labelled } = await versions.labelled(project.id, preprocessing['filter-tags'])
    const classes = await projects.classes(project.id)
    const sound = checkRecipe(settings, { type: project.type, classes, labelled, cap: copiesCap })
    if (!sound.ok) return sound
    const tiles = checkTiles(await versions.sizes(project.id, preprocessing['filter-tags']), preprocessing)
    if (!tiles.ok) return tiles
    const input = { project: project.slug }
    const title = name === '' ? message('title-generate-version') : message('title-generate-named-version', { name })
    const task = { workspace: project.workspace, projectId: project.id, kind: 'version' as const, title, input }
    const taskId = await runner.create(task)
    const version = await versions.freeze({
      projectId: project.id,
      name,
      settings,
      seed,
      taskId,
      createdAt: clock.now(),
    })
    runner.begin(taskId, 'version', input)
    if (version === undefined) {
      // It went into the trash meanwhile. There is nothing to render, and a task that nobody begins would wait for ever.
      runner.cancel(taskId)
      return refuse('project-is-in-trash', { slug: project.slug })
    }
    notes.publish({ kind: 'versions', project: project.slug })
    return ok({ taskId, number: version.number })
  }

  async function find(project: Project, number: number): Promise<Result<Version, Refusal>> {
    const version = Number.isSafeInteger(number) ? await versions.find(project.id, number) : undefined
    return version ? ok(version) : noVersion(project, number)
  }

  /** The same for moving it to the trash, even if it is damaged. */
  async function findRow(project: ProjectHandle, number: number): Promise<Result<VersionHandle, Refusal>> {
    const version = Number.isSafeInteger(number) ? await versions.findRow(project.id, number) : undefined
    return version ? ok(version) : noVersion(project, number)
  }

  async function findReady(project: Project, number: number): Promise<Result<Version, Refusal>> {
    const version = await find(project, number)
    if (!version.ok || version.value.state === 'ready') return version
    return refuse('version-generating', { number })
  }

  return {
    work,
    start,
    find,
    findRow,
    findReady,
    list: (project: Project) => versions.list(project.id),
    nextNumber: (project: Project) => versions.nextNumber(project.id),
    counts: (version: Version): Promise<VersionCounts> => versions.counts(version.row),
    /** Blobs of up to three finished images to show for the version. */
    covers: (version: Version) => versions.covers(version.row, 3),
    /** Whether a stored image belongs to the version; only such ones are shown under its address. */
    holds: (version: Version, blob: BlobHash) => versions.holds(version.row, blob),
    /** The image that stands at a position; undefined past the last one. */
    source: async (version: Version, position: number) => (await versions.sources(version.row, position, 1))[0],
  }
}

function noVersion(project: ProjectHandle, number: number) {
  return refuse('version-not-in-project', { project: project.name, number })
}
