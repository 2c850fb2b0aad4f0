import type { ReadDb } from '../../kit/db.ts'

export interface WorkflowRow {
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

export interface WorkflowVersionRow {
  readonly version: number
  readonly created_at: number
}

export interface TrashedRow {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly trashed_at: number
}

const TRASHED = 'SELECT id, slug, name, trashed_at FROM workflow WHERE workspace_id = ? AND trashed_at IS NOT NULL'

export function workflowStatements(db: ReadDb) {
  return {
    all: db.prepare<[number], WorkflowRow>(`${WORKFLOW} ORDER BY w.created_at DESC, w.id`),
    /** An identifier goes before an address that reads the same. */
    one: db.prepare<[number, string, string, string], WorkflowRow>(
      `${WORKFLOW} AND (w.id = ? OR w.slug = ?) ORDER BY w.id = ? DESC LIMIT 1`,
    ),
    ownerOf: db
      .prepare<[number, string], string>(
        'SELECT id FROM workflow WHERE workspace_id = ? AND slug = ? AND trashed_at IS NULL',
      )
      .pluck(),
    versions: db.prepare<[string], WorkflowVersionRow>(
      'SELECT version, created_at FROM workflow_version WHERE workflow_id = ? ORDER BY version DESC',
    ),
    trashed: db.prepare<[number], TrashedRow>(`${TRASHED} ORDER BY trashed_at DESC, id`),
    inTrash: db.prepare<[number, string], TrashedRow>(`${TRASHED} AND id = ?`),
    moveToTrash: db.prepare<[number, string]>('UPDATE workflow SET trashed_at = ? WHERE id = ?'),
    restore: db.prepare<[string, string]>('UPDATE workflow SET trashed_at = NULL, slug = ? WHERE id = ?'),
    config: db
      .prepare<[string, number], string>('SELECT config FROM workflow_version WHERE workflow_id = ? AND version = ?')
      .pluck(),
    insert: db.prepare<Record<string, string | number>>(
      `INSERT INTO workflow (id, workspace_id, slug, name, version, created_at, updated_at)
       VALUES (@id, @workspace, @slug, @name, @version, @createdAt, @updatedAt)`,
    ),
    insertVersion: db.prepare<Record<string, string | number>>(
      `INSERT INTO workflow_version (workflow_id, version, config, created_at) VALUES (@id, @version, @config, @updatedAt)
       ON CONFLICT DO NOTHING`,
    ),
    update: db.prepare<Record<string, string | number>>(
      `UPDATE workflow SET slug = @slug, name = @name, version = @version, updated_at = @updatedAt
        WHERE workspace_id = @workspace AND id = @id`,
    ),
  }
}
