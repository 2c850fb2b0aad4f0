import { z } from 'zod'
import { brand } from '#common/border'
import type { BlobHash, ProjectId, ProjectSlug } from '#common/ids'
import type { Model, ModelRepository, TrashedModel } from '#core/models/weights/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { dateOrOldest, idList, toSeconds } from '../columns.ts'
import { type ModelRow, modelStatements } from '../sql/models.sql.ts'

const Projects = z.array(z.object({ id: z.string(), slug: z.string() }))

export function modelRepository(db: ReadDb, commits: CommitQueue): ModelRepository {
  const sql = modelStatements(db)
  const isTaken = (workspace: number, slug: string) => sql.bySlug.get(workspace, slug) !== undefined

  return {
    add: ({ projects, createdAt, version = null, ...row }) =>
      commits.run(() => {
        if (isTaken(row.workspace, row.slug)) return 'taken'
        const { id, workspace, slug, name, type, blob, bytes } = row
        const held = { id, projects: idList(projects) }
        const columns = { ...held, workspace, slug, name, type, blob, bytes, version, at: toSeconds(createdAt) }
        if (sql.insert.run(columns).changes === 0) return 'gone'
        sql.addProjects.run(held)
        return 'added'
      }),
    async isTaken(workspace, slug) {
      return isTaken(workspace, slug)
    },
    async list(project) {
      return sql.list.all(project).map(toModel)
    },
    async find(workspace, text) {
      const row = sql.find.get({ workspace, text })
      return row && toModel(row)
    },
    async findLive(id) {
      const row = sql.findLive.get(id)
      return row && toModel(row)
    },
    async setFavorite(id, isFavorite) {
      await commits.run(() => sql.setFavorite.run(Number(isFavorite), id))
    },
    async setTrashed(id, at) {
      await commits.run(() => sql.setTrashed.run(toSeconds(at), id))
    },
    async trashed(workspace) {
      return sql.trashed.all(workspace).map(toTrashed)
    },
    restore: (workspace, id) =>
      commits.run(() => {
        const slug = sql.inTrash.get(workspace, id)
        if (slug === undefined) return 'not-there'
        if (isTaken(workspace, slug)) return 'taken'
        sql.setTrashed.run(null, id)
        return 'restored'
      }),
  }
}

function toTrashed(row: ModelRow & { readonly trashed_at: number }): TrashedModel {
  return { ...toModel(row), trashedAt: dateOrOldest(row.trashed_at) }
}

function toModel({ version, is_favorite, blob, created_at, projects, ...row }: ModelRow): Model {
  const { id, slug, name, type, bytes } = row
  return {
    id,
    slug,
    name,
    type,
    bytes,
    version: version ?? undefined,
    projects: Projects.parse(JSON.parse(projects)).map((project) => ({
      id: brand<ProjectId>(project.id),
      slug: brand<ProjectSlug>(project.slug),
    })),
    isFavorite: is_favorite === 1,
    blob: brand<BlobHash>(blob),
    createdAt: dateOrOldest(created_at),
  }
}
