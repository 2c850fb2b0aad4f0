import { brand } from '#common/border'
import type { TaskId } from '#common/ids'
import type { ExportRecord, ExportRepository } from '#core/versions/store-ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { toSeconds } from '../columns.ts'

interface ExportRow {
  readonly format: string
  readonly file_name: string
  readonly task_id: string
  readonly blob: string | null
  readonly bytes: number | null
  readonly link_key: string
}

const COLUMNS = 'format, file_name, task_id, blob, bytes, link_key'

export function exportRepository(db: ReadDb, commits: CommitQueue): ExportRepository {
  const list = db.prepare<[number], ExportRow>(`SELECT ${COLUMNS} FROM export WHERE version_id = ? ORDER BY created_at`)
  const find = db.prepare<[number, string], ExportRow>(
    `SELECT ${COLUMNS} FROM export WHERE version_id = ? AND format = ?`,
  )
  const byLink = db.prepare<[string], ExportRow>(
    `SELECT ${COLUMNS} FROM export WHERE link_key = ?
        AND EXISTS (SELECT 1 FROM version v JOIN project p ON p.id = v.project_id
                     WHERE v.id = version_id AND v.trashed_at IS NULL AND p.trashed_at IS NULL)`,
  )
  const insert = db.prepare<Record<string, string | number>>(
    `INSERT INTO export (version_id, format, task_id, file_name, link_key, created_at)
     VALUES (@row, @format, @task, @fileName, @linkKey, @at) ON CONFLICT (version_id, format) DO NOTHING`,
  )
  const finish = db.prepare<[string, number, number, string]>(
    'UPDATE export SET blob = ?, bytes = ? WHERE version_id = ? AND format = ?',
  )
  const forget = db.prepare<[string]>('DELETE FROM export WHERE link_key = ?')
  const drop = db.prepare<[string]>('DELETE FROM export WHERE task_id = ? AND blob IS NULL')

  return {
    async list(row) {
      return list.all(row).map(toRecord)
    },
    async find(row, format) {
      const found = find.get(row, format)
      return found && toRecord(found)
    },
    async findByLink(linkKey) {
      const found = byLink.get(linkKey)
      return found && toRecord(found)
    },
    open(row, { format, fileName, taskId: task, linkKey }, createdAt) {
      const at = toSeconds(createdAt)
      return commits.run(() => insert.run({ row, format, fileName, task, linkKey, at }).changes === 1)
    },
    async finish(row, format, { blob, bytes }) {
      await commits.run(() => finish.run(blob, bytes, row, format))
    },
    async forget(linkKey) {
      await commits.run(() => forget.run(linkKey))
    },
    async drop(taskId) {
      await commits.run(() => drop.run(taskId))
    },
  }
}

function toRecord({ format, file_name, task_id, blob, bytes, link_key }: ExportRow): ExportRecord {
  const made = blob === null || bytes === null ? undefined : { blob, bytes }
  return { format, fileName: file_name, taskId: brand<TaskId>(task_id), made, linkKey: link_key }
}
