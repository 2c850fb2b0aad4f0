import { type Refusal, refuse } from '#common/errors'
import { ProjectId } from '#common/ids'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { Workspace } from '../access/workspaces/ports.ts'
import type { Project, ProjectHandle } from '../dataset/projects/ports.ts'
import type { Ages, Clock, Notes } from '../ports.ts'
import type { TaskRunner } from '../tasks/ports.ts'
import type { VersionHandle } from '../versions/store-ports.ts'
import type { ParentProject, RestoredImages, RestoredProject, TrashRepository } from './ports.ts'
import { cleanupAt, DAY_MS } from './rules.ts'

export type TrashService = ReturnType<typeof trashService>

interface Dependencies {
  readonly trash: TrashRepository
  readonly runner: TaskRunner
  readonly clock: Clock
  readonly ages: Ages
  readonly notes: Notes
  /** How long things stay. */
  readonly days: number
}

/** Open screens are told of so many images at a time. */
const TOLD_EVERY = 10_000

/** Projects, versions and images that were deleted and can come back, until they have lain there for some days. */
export function trashService({ trash, runner, clock, ages, notes, days }: Dependencies) {
  /** Its tasks are canceled; what they had made whole stays. */
  async function moveProject(project: ProjectHandle): Promise<Result<undefined, Refusal>> {
    const isMoved = await trash.addProject(project.id, clock.now())
    if (!isMoved) return refuse('project-in-trash-already', { slug: project.slug })
    await cancelTasks()
    notes.publish({ kind: 'projects' })
    return ok(undefined)
  }

  /** Answers whether it was moved: a project that holds anything stays. */
  async function moveEmptyProject(project: Project): Promise<boolean> {
    const isMoved = await trash.addEmptyProject(project.id, clock.now())
    if (!isMoved) return false
    await cancelTasks()
    notes.publish({ kind: 'projects' })
    return true
  }

  /** Exports of it that are being made are canceled. One that is still being generated is not a version yet, so it is refused. */
  async function moveVersion(
    project: ProjectHandle,
    { row, number, state }: VersionHandle,
  ): Promise<Result<undefined, Refusal>> {
    if (state === 'generating') {
      return refuse('version-in-the-making', { number })
    }
    const isMoved = await trash.addVersion(row, clock.now())
    if (!isMoved) return refuse('version-in-trash-already', { number, project: project.name })
    await cancelTasks()
    notes.publish({ kind: 'versions', project: project.slug })
    return ok(undefined)
  }

  /** Ends what still runs on things in the trash. Called at the start too: a crash may have come between the two. */
  async function cancelTasks(): Promise<void> {
    for (const task of await trash.openTasks()) runner.cancel(task)
  }

  async function restoreProject(workspace: Workspace, id: string): Promise<Result<RestoredProject, Refusal>> {
    const parsed = ProjectId.safeParse(id)
    const restored = parsed.success ? await trash.restoreProject(workspace.row, parsed.data) : undefined
    if (restored === undefined) return refuse('project-not-in-trash', { id: shorten(id) })
    notes.publish({ kind: 'projects' })
    return ok(restored)
  }

  async function restoreVersion(
    workspace: Workspace,
    projectId: string,
    number: number,
  ): Promise<Result<ParentProject, Refusal>> {
    const parent = ProjectId.safeParse(projectId)
    if (!parent.success) return refuse('version-of-project-not-in-trash', { number, id: shorten(projectId) })
    const restored = await trash.restoreVersion(workspace.row, parent.data, number)
    if (restored.kind === 'not-there')
      return refuse('version-of-project-not-in-trash', { number, id: shorten(projectId) })
    const { project } = restored
    if (restored.kind === 'project-trashed') {
      return refuse('project-of-trashed-version-trashed', { number, project: project.name })
    }
    notes.publish({ kind: 'versions', project: project.slug })
    return ok(project)
  }

  /** Images whose bytes came in again meanwhile stay, or change places with a copy that has no labels. Others are served in between; what a crash leaves can be restored later. */
  async function restoreImages(
    workspace: Workspace,
    project: ProjectId,
    trashedAt: Date,
  ): Promise<Result<RestoredImages, Refusal>> {
    const parent = await trash.liveProject(workspace.row, project)
    if (parent === undefined) return refuse('images-of-project-not-in-trash', { project })
    let [images, replaced] = [0, 0]
    const now = clock.now()
    for (let [after, told] = [0, 0]; ; ) {
      const some = await trash.restoreSome({ project, trashedAt, now }, after)
      if (some === undefined) break
      after = some.last
      images += some.images
      replaced += some.replaced
      if (images - told < TOLD_EVERY) continue
      told = images
      notes.publish({ kind: 'images', project: parent.slug })
    }
    notes.publish({ kind: 'images', project: parent.slug })
    return ok({ project: parent, images, replaced })
  }

  /** Deletes for good what has lain here long enough, a piece at a time so that others are served in between. */
  async function cleanUp(signal: AbortSignal): Promise<void> {
    const until = ages.before(days * DAY_MS)
    await trash.giveUp(until)
    while (!signal.aborted && (await trash.deletePiece(until)));
    notes.publish({ kind: 'projects' })
  }

  return {
    contents: (workspace: Workspace) => trash.contents(workspace.row),
    cleanupAt: (trashedAt: Date) => cleanupAt(trashedAt, days),
    moveProject,
    moveEmptyProject,
    moveVersion,
    restoreProject,
    restoreVersion,
    restoreImages,
    cancelTasks,
    cleanUp,
  }
}
