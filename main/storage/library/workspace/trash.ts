import { brand } from '#common/border'
import { ProjectType } from '#common/contract/projects'
import type { ImageId, ProjectId, ProjectSlug, TaskId } from '#common/ids'
import { freeSlug, readSlug, slugOf } from '#core/dataset/projects/rules'
import type { ParentProject, RestoredVersion, TrashRepository } from '#core/trash/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { addressOf, dateOrOldest, fromSeconds, toSeconds } from '../columns.ts'
import { deletingStatements, type TrashStatements, trashStatements } from '../sql/trash.sql.ts'

/** Duration of one slice of a deletion; other requests run in between. */
const PIECE_MS = 10

/** Number of images restored by one statement. */
const RESTORED_AT_ONCE = 250

export function trashRepository(db: ReadDb, commits: CommitQueue): TrashRepository {
  const sql = trashStatements(db)
  const deleting = deletingStatements(db)

  /** Deletes some rows of the first kind that has any left. */
  function deleteSome(until: number): boolean {
    return deleting.some((statement) => statement.run({ until }).changes > 0)
  }

  return {
    async contents(workspace) {
      return readContents(sql, workspace)
    },
    addProject: (id, at) => commits.run(() => sql.addProject.run(toSeconds(at), id).changes === 1),
    addEmptyProject: (id, at) => commits.run(() => sql.addEmptyProject.run(toSeconds(at), id).changes === 1),
    addVersion: (row, at) => commits.run(() => sql.addVersion.run(toSeconds(at), row).changes === 1),
    restoreProject: (workspace, id) =>
      commits.run(() => {
        const row = sql.trashedProject.get(workspace, id)
        if (row === undefined) return undefined
        const former = readSlug(row.trashed_slug)
        const wanted = former ?? brand<ProjectSlug>(slugOf(row.name))
        const slug = freeSlug(wanted, (text) => sql.slugTaken.get(workspace, text) !== undefined)
        sql.restoreProject.run(slug, id)
        return { slug, takenSlug: slug === former ? undefined : former }
      }),
    restoreVersion: (workspace, project, number) =>
      commits.run((): RestoredVersion => {
        const row = sql.trashedVersion.get(workspace, project, number)
        if (row === undefined) return { kind: 'not-there' }
        if (row.is_project_trashed === 1) return { kind: 'project-trashed', project: toParent(row) }
        sql.restoreVersion.run(row.version_id)
        return { kind: 'restored', project: toParent(row) }
      }),
    async liveProject(workspace, id) {
      const project = sql.liveProject.get(workspace, id)
      return project && toParent(project)
    },
    restoreSome: ({ project, trashedAt, now }, after) =>
      commits.run(() => {
        const end = performance.now() + PIECE_MS
        const trashing = { at: toSeconds(trashedAt), project }
        let [last, images, replaced] = [after, 0, 0]
        do {
          const next = sql.nextTrashed.get({ ...trashing, after: last, most: RESTORED_AT_ONCE })
          if (typeof next !== 'number') break
          replaced += sql.replaceCopies.run({ ...trashing, now: toSeconds(now), after: last, last: next }).changes
          images += sql.restoreImages.run({ ...trashing, after: last, last: next }).changes
          last = next
        } while (performance.now() < end)
        return last === after ? undefined : { last, images, replaced }
      }),
    async openTasks() {
      return sql.openTasks.all().map((id) => brand<TaskId>(id))
    },
    async giveUp(until) {
      await commits.run(() => {
        sql.giveUpProjects.run(toSeconds(until))
        sql.giveUpVersions.run(toSeconds(until))
        sql.giveUpVersionsOfProjects.run()
        sql.deleteWorkflows.run(toSeconds(until))
        sql.deleteModels.run(toSeconds(until))
      })
    },
    deletePiece: (until) =>
      commits.run(() => {
        const end = performance.now() + PIECE_MS
        while (deleteSome(toSeconds(until))) if (performance.now() >= end) return true
        return false
      }),
  }
}

function readContents(sql: TrashStatements, workspace: number) {
  return {
    projects: sql.projects.all(workspace).map((row) => ({
      ...toParent(row),
      ...toTrashed(row, sql.projectCovers.all(row.project_id)),
      type: ProjectType.safeParse(row.type).data ?? null,
      versions: row.versions,
    })),
    versions: sql.versions.all(workspace).map((row) => ({
      ...toTrashed(row, sql.versionCovers.all(row.version_id)),
      project: toParent(row),
      number: row.number,
      name: row.name,
    })),
    // The date tells which images are meant: without it they cannot be restored.
    images: soundRows(sql.images.all(workspace), (row) => ({
      ...toTrashed(row, sql.imagesCovers.all(row.trashed_at, row.project_id)),
      trashedAt: fromSeconds(row.trashed_at),
      project: toParent(row),
    })),
  }
}

interface ParentColumns {
  readonly project_id: string
  readonly project_slug: string
  readonly project_name: string
}

function toParent({ project_id, project_slug, project_name }: ParentColumns): ParentProject {
  return {
    id: brand<ProjectId>(project_id),
    slug: addressOf({ id: project_id, slug: project_slug }),
    name: project_name,
  }
}

function toTrashed({ trashed_at, images }: { trashed_at: number; images: number }, covers: readonly string[]) {
  return { trashedAt: dateOrOldest(trashed_at), images, covers: covers.map((id) => brand<ImageId>(id)) }
}
