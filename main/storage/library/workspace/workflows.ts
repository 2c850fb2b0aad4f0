import type { TrashedWorkflow, Workflow, WorkflowRepository, WorkflowVersion } from '#core/workflows/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { dateOrOldest, toSeconds } from '../columns.ts'
import { type TrashedRow, type WorkflowRow, type WorkflowVersionRow, workflowStatements } from '../sql/workflows.sql.ts'

export function workflowRepository(db: ReadDb, commits: CommitQueue): WorkflowRepository {
  const sql = workflowStatements(db)

  function write(workspace: number, workflow: Workflow, statement: typeof sql.insert): Promise<boolean> {
    const { createdAt, updatedAt, ...columns } = workflow
    const row = { ...columns, workspace, createdAt: toSeconds(createdAt), updatedAt: toSeconds(updatedAt) }
    return commits.run(() => {
      const owner = sql.ownerOf.get(workspace, workflow.slug)
      if (owner !== undefined && owner !== workflow.id) return false
      statement.run(row)
      sql.insertVersion.run(row)
      return true
    })
  }

  return {
    async list(workspace) {
      return sql.all.all(workspace.row).map(toWorkflow)
    },
    async find(workspace, idOrSlug) {
      const row = sql.one.get(workspace.row, idOrSlug, idOrSlug, idOrSlug)
      return row && toWorkflow(row)
    },
    async versions(id) {
      return sql.versions.all(id).map(toVersion)
    },
    async configOf(id, version) {
      return sql.config.get(id, version)
    },
    create: (workspace, workflow) => write(workspace.row, workflow, sql.insert),
    update: (workspace, workflow) => write(workspace.row, workflow, sql.update),
    async trashed(workspace) {
      return sql.trashed.all(workspace.row).map(toTrashed)
    },
    async moveToTrash(id, at) {
      await commits.run(() => sql.moveToTrash.run(toSeconds(at), id))
    },
    restore: (workspace, id, slugsFor) =>
      commits.run(() => {
        const row = sql.inTrash.get(workspace.row, id)
        for (const slug of row ? slugsFor(row.slug) : []) {
          if (row === undefined || sql.ownerOf.get(workspace.row, slug) !== undefined) continue
          sql.restore.run(slug, row.id)
          return { id: row.id, slug, formerSlug: row.slug }
        }
        return undefined
      }),
  }
}

function toWorkflow({ created_at, updated_at, ...rest }: WorkflowRow): Workflow {
  return { ...rest, createdAt: dateOrOldest(created_at), updatedAt: dateOrOldest(updated_at) }
}

function toVersion({ version, created_at }: WorkflowVersionRow): WorkflowVersion {
  return { version, createdAt: dateOrOldest(created_at) }
}

function toTrashed({ trashed_at, ...row }: TrashedRow): TrashedWorkflow {
  return { ...row, trashedAt: dateOrOldest(trashed_at) }
}
