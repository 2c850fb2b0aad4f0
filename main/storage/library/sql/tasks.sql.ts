import type { ReadDb } from '../../kit/db.ts'

export interface TaskRow {
  readonly id: string
  readonly kind: string
  readonly project: string | null
  readonly title: string
  readonly status: string
  readonly current: number | null
  readonly total: number | null
  readonly result: string | null
  readonly error: string | null
  readonly created_at: number
  readonly updated_at: number
}

const SELECT = `SELECT t.id, t.kind, p.slug AS project, t.title, t.status, t.current, t.total, t.result, t.error, t.created_at, t.updated_at
  FROM task t LEFT JOIN project p ON p.id = t.project_id AND p.trashed_at IS NULL`

export function taskStatements(db: ReadDb) {
  return {
    insert: db.prepare<Record<string, string | number | null>>(
      `INSERT INTO task (id, workspace_id, project_id, kind, title, input, status, created_at, updated_at)
     VALUES (@id, @workspace, @project, @kind, @title, @input, 'created', @at, @at)`,
    ),
    // Progress resets the count of attempts.
    running: db.prepare<[number, string]>(
      `UPDATE task SET status = 'running', updated_at = ?,
        attempts = CASE WHEN coalesce(current, 0) > furthest THEN 1 ELSE attempts + 1 END,
        furthest = max(furthest, coalesce(current, 0))
       WHERE id = ?`,
    ),
    uncount: db.prepare<[string]>(`UPDATE task SET attempts = max(0, attempts - 1) WHERE id = ?`),
    progress: db.prepare<[number, number, number, string]>(
      `UPDATE task SET current = ?, total = ?, updated_at = ? WHERE id = ? AND status = 'running'`,
    ),
    complete: db.prepare<[string, number, string]>(
      `UPDATE task SET status = 'completed', result = ?, updated_at = ? WHERE id = ?`,
    ),
    fail: db.prepare<[string, number, string]>(
      `UPDATE task SET status = 'failed', error = ?, updated_at = ? WHERE id = ?`,
    ),
    byId: db.prepare<[number, string], TaskRow>(`${SELECT} WHERE t.workspace_id = ? AND t.id = ?`),
    list: db.prepare<{ workspace: number }, TaskRow>(
      `SELECT * FROM (${SELECT} WHERE t.workspace_id = @workspace AND t.status IN ('created', 'running') ORDER BY t.created_at DESC)
      UNION ALL
     SELECT * FROM (${SELECT} WHERE t.workspace_id = @workspace AND t.status IN ('completed', 'failed') ORDER BY t.updated_at DESC LIMIT 50)`,
    ),
    input: db.prepare<[string], string>('SELECT input FROM task WHERE id = ?').pluck(),
    unfinished: db.prepare<[], { id: string; kind: string; input: string; attempts: number }>(
      `SELECT id, kind, input, CASE WHEN coalesce(current, 0) > furthest THEN 0 ELSE attempts END AS attempts FROM task WHERE status IN ('created', 'running') ORDER BY created_at`,
    ),
  }
}
