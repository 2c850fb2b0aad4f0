import { ImportOutcome, type ImportReason } from '#common/contract/imports'
import type { ImportRepository } from '#core/images/import-ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'

type Counts = Awaited<ReturnType<ImportRepository['counts']>>

const NONE: Counts = { added: 0, duplicates: 0, refused: 0, retryable: 0 }

interface OutcomeRow {
  readonly path: string
  readonly outcome: string
  readonly image: string | null
  readonly reason: string | null
}

const SELECT = 'SELECT path, outcome, image_id AS image, reason FROM import_file WHERE task_id = @task'
/** Refused files first, then repeated ones: they are what a person wants to read. */
const ORDER = `ORDER BY CASE outcome WHEN 'refused' THEN 0 WHEN 'duplicate' THEN 1 WHEN 'labelled' THEN 1 ELSE 2 END, seq LIMIT @limit OFFSET @offset`

export function importRepository(db: ReadDb, commits: CommitQueue): ImportRepository {
  const insert = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO import_file (task_id, seq, path, outcome, image_id, reason, annotated, retryable)
     SELECT @task, coalesce(max(seq), 0) + 1, @path, @outcome, @image, @reason, @annotated, @retryable FROM import_file WHERE task_id = @task`,
  )
  const counts = db.prepare<[string], Counts>(
    `SELECT count(*) FILTER (WHERE outcome = 'added') AS added,
            count(*) FILTER (WHERE outcome IN ('duplicate', 'labelled')) AS duplicates,
            count(*) FILTER (WHERE outcome = 'refused') AS refused,
            count(*) FILTER (WHERE retryable = 1) AS retryable
       FROM import_file WHERE task_id = ?`,
  )
  const annotated = db
    .prepare<[string], number>('SELECT count(*) FROM import_file WHERE task_id = ? AND annotated = 1')
    .pluck()
  const paths = db.prepare<[string], string>('SELECT path FROM import_file WHERE task_id = ?').pluck()
  const retryable = db
    .prepare<[string], string>('SELECT path FROM import_file WHERE task_id = ? AND retryable = 1')
    .pluck()
  const reasons = db.prepare<[string], ImportReason>(
    `SELECT reason, count(*) AS files FROM import_file WHERE task_id = ? AND outcome = 'refused' AND reason IS NOT NULL
      GROUP BY reason ORDER BY files DESC, reason LIMIT 20`,
  )
  type Window = { task: string; limit: number; offset: number }
  const all = db.prepare<Window, OutcomeRow>(`${SELECT} ${ORDER}`)
  const some = db.prepare<Window & { only: string }, OutcomeRow>(
    `${SELECT} AND (outcome = @only OR @only = 'duplicate' AND outcome = 'labelled') ${ORDER}`,
  )

  return {
    async record(task, { path, outcome, image, reason }, marks = {}) {
      const { isAnnotated = false, isRetryable = false } = marks
      const flags = { annotated: isAnnotated ? 1 : 0, retryable: isRetryable ? 1 : 0 }
      const row = { task, path, outcome, image, reason, ...flags }
      await commits.run(() => insert.run(row), marks)
    },
    async annotated(task) {
      return annotated.get(task) ?? 0
    },
    async paths(task) {
      return new Set(paths.all(task))
    },
    async retryable(task) {
      return new Set(retryable.all(task))
    },
    async counts(task) {
      return counts.get(task) ?? NONE
    },
    async reasons(task) {
      return reasons.all(task)
    },
    async report(task, only, window) {
      const { added, duplicates, refused } = counts.get(task) ?? NONE
      const total = { all: added + duplicates + refused, refused, duplicate: duplicates }[only]
      const rows = only === 'all' ? all.all({ task, ...window }) : some.all({ task, only, ...window })
      return { total, rows: rows.map((row) => ImportOutcome.parse(row)) }
    },
  }
}
