import { implement } from '@orpc/server'
import { type VersionSummary, versionsContract } from '#common/contract/versions'
import { describeSettings } from '#common/versions/describe'
import type { Project } from '#core/dataset/projects/ports'
import type { DamagedVersion, Version } from '#core/versions/model'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'

const os = implement(versionsContract)

export function versionProcedures(services: StudioServices) {
  const { workspace, projects, versions, versionPreviews } = services
  const find = async (slug: string) => answer(await projects.find(workspace, slug))
  return os.router({
    list: os.list.handler(async ({ input }) => {
      const project = await find(input.project)
      const listed = await versions.list(project)
      return Promise.all(
        listed.map(async (version) =>
          version.state === 'damaged' ? toDamaged(version) : toSummary(services, project, version),
        ),
      )
    }),
    read: os.read.handler(async ({ input }) => {
      const project = await find(input.project)
      return toSummary(services, project, answer(await versions.find(project, input.version)))
    }),
    next: os.next.handler(async ({ input }) => ({ number: await versions.nextNumber(await find(input.project)) })),
    plan: os.plan.handler(async ({ input }) => versionPreviews.plan(await find(input.project), input.settings)),
    preview: os.preview.handler(async ({ input }) => versionPreviews.preview(await find(input.project), input)),
    start: os.start.handler(async ({ input }) => {
      const { taskId, number } = answer(await versions.start(await find(input.project), input))
      return { taskId, version: number }
    }),
  })
}

function toDamaged({ number, name, createdAt, state }: DamagedVersion): VersionSummary {
  return {
    number,
    name,
    state,
    createdAt: createdAt.toISOString(),
    taskId: null,
    progress: null,
    images: 0,
    splits: NONE,
    settings: { preprocessing: {}, augmentation: {} },
    recipe: [],
    seed: null,
    manifest: null,
    exports: [],
    covers: [],
  }
}

const NONE = { train: 0, valid: 0, test: 0 }

async function toSummary(services: StudioServices, project: Project, version: Version): Promise<VersionSummary> {
  const { versions, exports } = services
  const isReady = version.state === 'ready'
  const { images, splits } = await versions.counts(version)
  const formats = isReady ? await exports.formats(project, version) : []
  return {
    number: version.number,
    name: version.name,
    createdAt: version.createdAt.toISOString(),
    state: version.state,
    taskId: version.taskId ?? null,
    progress: isReady ? null : await progressOf(services, version),
    images,
    splits,
    settings: version.settings,
    recipe: [...describeSettings(version.settings)],
    seed: version.seed,
    manifest: version.manifest ?? null,
    exports: formats.filter(({ made }) => made !== null).map(({ id }) => id),
    covers: (await versions.covers(version)).map(
      (blob) => `/versions/${project.slug}/${version.number}/images/${blob}`,
    ),
  }
}

/** How far a version is that is being made, 0…1. */
async function progressOf({ workspace, tasks }: StudioServices, { taskId }: Version): Promise<number> {
  const task = taskId === undefined ? undefined : await tasks.read(workspace, taskId)
  const progress = task?.ok === true ? task.value.progress : null
  return progress && progress.total > 0 ? progress.current / progress.total : 0
}
