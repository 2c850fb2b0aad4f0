import type { Workflow, WorkflowRepository } from '#core/workflows/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { fromSeconds, toSeconds } from '../columns.ts'

interface WorkflowRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly config: string
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
}

/** A workflow with its newest steps; what narrows it follows. */
const WORKFLOW = `
SELECT w.id, w.slug, w.name, v.config, w.version, w.created_at, w.updated_at
  FROM workflow w JOIN workflow_version v ON v.workflow_id = w.id AND v.version = w.version
 WHERE w.workspace_id = ? AND w.trashed_at IS NULL`

export function workflowRepository(db: ReadDb, commits: CommitQueue): WorkflowRepository {
  const all = db.prepare<[number], WorkflowRow>(`${WORKFLOW} ORDER BY w.created_at DESC, w.id`)
  const one = db.prepare<[number, string, string], WorkflowRow>(`${WORKFLOW} AND (w.id = ? OR w.slug = ?)`)
  const ownerOf = db
    .prepare<[number, string], string>(
      'SELECT id FROM workflow WHERE workspace_id = ? AND slug = ? AND trashed_at IS NULL',
    )
    .pluck()
  const versions = db.prepare<[string], { version: number; created_at: number }>(
    'SELECT version, created_at FROM workflow_version WHERE workflow_id = ? ORDER BY version DESC',
  )
  const config = db
    .prepare<[string, number], string>('SELECT config FROM workflow_version WHERE workflow_id = ? AND version = ?')
    .pluck()
  const insert = db.prepare<Record<string, string | number>>(
    `INSERT INTO workflow (id, workspace_id, slug, name, version, created_at, updated_at)
     VALUES (@id, @workspace, @slug, @name, @version, @createdAt, @updatedAt)`,
  )
  const insertVersion = db.prepare<Record<string, string | number>>(
    `INSERT INTO workflow_version (workflow_id, version, config, created_at) VALUES (@id, @version, @config, @updatedAt)
     ON CONFLICT DO NOTHING`,
  )
  const update = db.prepare<Record<string, string | number>>(
    `UPDATE workflow SET slug = @slug, name = @name, version = @version, updated_at = @updatedAt
      WHERE workspace_id = @workspace AND id = @id`,
  )

  function write(workspace: number, workflow: Workflow, statement: typeof insert): Promise<boolean> {
    const { createdAt, updatedAt, ...columns } = workflow
    const row = { ...columns, workspace, createdAt: toSeconds(createdAt), updatedAt: toSeconds(updatedAt) }
    return commits.run(() => {
      const owner = ownerOf.get(workspace, workflow.slug)
      if (owner !== undefined && owner !== workflow.id) return false
      statement.run(row)
      insertVersion.run(row)
      return true
    })
  }

  return {
    async list(workspace) {
      return all.all(workspace.row).map(toWorkflow)
    },
    async find(workspace, idOrSlug) {
      const row = one.get(workspace.row, idOrSlug, idOrSlug)
      return row && toWorkflow(row)
    },
    async versions(id) {
      return versions.all(id).map(({ version, created_at }) => ({ version, createdAt: fromSeconds(created_at) }))
    },
    async configOf(id, version) {
      return config.get(id, version)
    },
    create: (workspace, workflow) => write(workspace.row, workflow, insert),
    update: (workspace, workflow) => write(workspace.row, workflow, update),
  }
}

function toWorkflow({ created_at, updated_at, ...rest }: WorkflowRow): Workflow {
  return { ...rest, createdAt: fromSeconds(created_at), updatedAt: fromSeconds(updated_at) }
}
