import type { Workflow, WorkflowRepository } from '#core/workflows/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { storedRow } from '../../kit/stored-row.ts'
import { fromSeconds, toSeconds } from '../columns.ts'
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

const nameIt = ({ name }: { readonly name: string }) => `The workflow ${name}`

const toWorkflow = storedRow(nameIt, ({ created_at, updated_at, ...rest }: WorkflowRow): Workflow => {
  return { ...rest, createdAt: fromSeconds(created_at), updatedAt: fromSeconds(updated_at) }
})

const toVersion = storedRow(nameIt, ({ version, created_at }: WorkflowVersionRow) => {
  return { version, createdAt: fromSeconds(created_at) }
})

const toTrashed = storedRow(nameIt, ({ trashed_at, ...row }: TrashedRow) => {
  return { ...row, trashedAt: fromSeconds(trashed_at) }
})
