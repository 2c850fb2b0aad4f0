import { brand } from '#common/border'
import type { WorkspaceSlug } from '#common/ids'
import type { Workspace, WorkspaceRepository } from '#core/access/workspaces/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'

export interface WorkspaceSqlRow {
  readonly id: number
  readonly slug: string
  readonly name: string
}

export function workspaceRepository(db: ReadDb, commits: CommitQueue): WorkspaceRepository {
  const first = db.prepare<[], WorkspaceSqlRow>('SELECT id, slug, name FROM workspace ORDER BY id LIMIT 1')
  const insert = db.prepare<[string, string, number], WorkspaceSqlRow>(
    `INSERT INTO workspace (slug, name, created_at, publishable) VALUES (?, ?, ?, lower(hex(randomblob(10))))
     RETURNING id, slug, name`,
  )

  return {
    async first() {
      const row = first.get()
      return row && toWorkspace(row)
    },
    async create({ slug, name, createdAt }) {
      const row = await commits.run(() => insert.get(slug, name, createdAt.getTime() / 1000))
      if (row === undefined) throw new Error('The workspace was not stored')
      return toWorkspace(row)
    },
  }
}

export function toWorkspace({ id, slug, name }: WorkspaceSqlRow): Workspace {
  return { row: id, slug: brand<WorkspaceSlug>(slug), name }
}
