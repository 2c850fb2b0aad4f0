import { brand } from '#common/border'
import type { FolderId, ProjectId } from '#common/ids'
import type { Folder, FolderRepository } from '#core/access/folders/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { addressOf, idList, toSeconds } from '../columns.ts'
import { type FolderRow, folderStatements, type PlacedRow } from '../sql/folders.sql.ts'

export function folderRepository(db: ReadDb, commits: CommitQueue): FolderRepository {
  const sql = folderStatements(db)

  return {
    async list(workspace) {
      const placed = Map.groupBy(sql.placed.all(workspace), (row) => row.folder_id)
      return sql.list.all(workspace).map((row) => toFolder(row, placed.get(row.id) ?? []))
    },
    async find(workspace, id) {
      const row = sql.byId.get(workspace, id)
      return row && toFolder(row, sql.placedIn.all(id))
    },
    async reach(workspace, ids) {
      const start = { workspace, ids: idList(ids) }
      const projects = sql.projectsBelow.all(start).map((id) => brand<ProjectId>(id))
      return { folders: new Set(sql.foldersBelow.all(start)), projects: new Set(projects) }
    },
    create: ({ id, workspace, parentId, name, externalId, createdAt, projects }) =>
      commits.run(() => {
        const at = toSeconds(createdAt)
        const row = { id, workspace, parent: parentId ?? null, name, external: externalId ?? null, at }
        if (sql.insert.run(row).changes === 0) return false
        sql.addProjects.run(id, idList(projects))
        return true
      }),
    change: (id, { name, parentId }) =>
      commits.run(() => {
        if (typeof parentId === 'string' && sql.isInside.get({ id, parent: parentId }) !== undefined) return false
        if (name !== undefined) sql.rename.run(name, id)
        if (parentId !== undefined) sql.move.run(parentId, id)
        return true
      }),
    remove: (id) =>
      commits.run(() => {
        const children = sql.children.all(id).map((child) => brand<FolderId>(child))
        const projects = sql.contents.all(id).map((project) => brand<ProjectId>(project))
        sql.liftFolders.run({ id })
        sql.liftProjects.run({ id })
        sql.empty.run(id)
        sql.remove.run(id)
        return { children, projects }
      }),
    restore: (workspace, { folder, children, projects }, now) =>
      commits.run(() => {
        const { id, name, parentId, externalId } = folder
        const parent = parentId ?? null
        if (sql.isThere.get(id) !== undefined) return false
        const row = { id, workspace, parent, name, external: externalId ?? null, at: toSeconds(now) }
        if (sql.insert.run(row).changes === 0) return false
        sql.lowerFolders.run({ id, workspace, parent, children: idList(children) })
        sql.lowerProjects.run({ id, workspace, parent, projects: idList(projects) })
        return true
      }),
    async addProjects(id, projects) {
      await commits.run(() => sql.addProjects.run(id, idList(projects)))
    },
    async removeProjects(id, projects) {
      await commits.run(() => sql.removeProjects.run(id, idList(projects)))
    },
  }
}

function toFolder({ id, name, parent_id, external_id }: FolderRow, placed: readonly PlacedRow[]): Folder {
  return {
    id: brand<FolderId>(id),
    name,
    // One that lies in itself is shown at the top: it must be found to be deleted.
    parentId: parent_id === null || parent_id === id ? undefined : brand<FolderId>(parent_id),
    externalId: external_id ?? undefined,
    projects: placed.map((row) => ({ slug: addressOf(row), name: row.name })),
  }
}
