import { ImportOutcome, reportedRows } from '#common/contract/imports'
import type { ImportRepository, ReportedFile } from '#core/dataset/images/import-ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { messageText, storedMessage } from '../../kit/stored-message.ts'
import { soundRows } from '../../kit/stored-row.ts'
import { earlierRuns, LABELLED, markStatements } from './import-marks.sql.ts'

type Counts = Awaited<ReturnType<ImportRepository['counts']>>

const NONE: Counts = {
  added: 0,
  duplicates: 0,
  refused: 0,
  labelled: 0,
  repeated: 0,
  repaired: 0,
  problems: 0,
  notes: 0,
  retryable: 0,
}

interface OutcomeRow {
  readonly path: string
  readonly outcome: string
  readonly image: string | null
  readonly reason: string | null
}

const SELECT = 'SELECT path, outcome, image_id AS image, reason FROM import_file WHERE task_id = @task'
/** Refused files first, then repeated ones: they are what a person wants to read. */
const ORDER = `ORDER BY CASE outcome WHEN 'refused' THEN 0 WHEN 'problem' THEN 1 WHEN 'added' THEN 3 WHEN 'note' THEN 4 ELSE 2 END,
  seq LIMIT @limit OFFSET @offset`
/** The outcomes of each filter, as SQL. */
const OUTCOMES = {
  refused: "'refused'",
  duplicate: "'duplicate'",
  labelled: "'labelled'",
  repeated: "'repeated'",
  repaired: "'repaired'",
  note: "'problem', 'note'",
} as const

const COUNT = `SELECT count(*) FILTER (WHERE outcome = 'added') AS added,
        count(*) FILTER (WHERE outcome IN ('duplicate', 'labelled', 'repeated', 'repaired')) AS duplicates,
        count(*) FILTER (WHERE outcome = 'refused') AS refused,
        count(*) FILTER (WHERE outcome = 'labelled') AS labelled,
        count(*) FILTER (WHERE outcome = 'repeated') AS repeated,
        count(*) FILTER (WHERE outcome = 'repaired') AS repaired,
        count(*) FILTER (WHERE outcome = 'problem') AS problems,
        count(*) FILTER (WHERE outcome = 'note') AS notes,
        count(*) FILTER (WHERE retryable = 1) AS retryable
   FROM import_file WHERE task_id = ?`

const MANY = { canWait: true } as const

const Row = ImportOutcome.pick({ path: true, outcome: true, image: true })

/** The column `reason` holds the name of the image that is already there, or a message as JSON. */
function toReported({ reason, ...row }: OutcomeRow): ReportedFile {
  const { path, outcome, image } = Row.parse(row)
  const isMessage = outcome === 'refused' || outcome === 'problem' || outcome === 'note'
  if (reason === null || !isMessage) return { path, outcome, image, existing: reason, reason: null }
  return { path, outcome, image, existing: null, reason: storedMessage(reason) }
}

export function importRepository(db: ReadDb, commits: CommitQueue): ImportRepository {
  const insert = db.prepare<Record<string, string | number | null>>(
    `INSERT INTO import_file (task_id, seq, path, outcome, image_id, reason, annotated, retryable)
     SELECT @task, coalesce(max(seq), 0) + 1, @path, @outcome, @image, @reason, @annotated, @retryable FROM import_file WHERE task_id = @task`,
  )
  const counts = db.prepare<[string], Counts>(COUNT)
  const annotated = db.prepare<{ task: string }, number>(`SELECT count(*) FROM (${LABELLED})`).pluck()
  const marks = markStatements(db)
  const retryable = db
    .prepare<[string], string>('SELECT path FROM import_file WHERE task_id = ? AND retryable = 1')
    .pluck()
  const reasons = db.prepare<[string], { reason: string; files: number }>(
    `SELECT reason, count(*) AS files FROM import_file WHERE task_id = ? AND outcome = 'refused' AND reason IS NOT NULL
      GROUP BY reason ORDER BY files DESC, reason LIMIT 20`,
  )
  type Window = { task: string; limit: number; offset: number }
  const of = (filter: keyof typeof OUTCOMES) =>
    db.prepare<Window, OutcomeRow>(`${SELECT} AND outcome IN (${OUTCOMES[filter]}) ${ORDER}`)
  const listed = {
    all: db.prepare<Window, OutcomeRow>(`${SELECT} ${ORDER}`),
    refused: of('refused'),
    duplicate: of('duplicate'),
    note: of('note'),
    labelled: of('labelled'),
    repeated: of('repeated'),
    repaired: of('repaired'),
  }

  return {
    async record(task, { path, outcome, image, existing, reason: told }, options = {}) {
      const { isAnnotated = false, isRetryable = false } = options
      const flags = { annotated: isAnnotated ? 1 : 0, retryable: isRetryable ? 1 : 0 }
      const row = { task, path, outcome, image, reason: told ? messageText(told) : existing, ...flags }
      await commits.run(() => {
        insert.run(row)
        // The row records it from now on.
        if (image !== null && outcome === 'added') marks.remove.run(task, 'added', image)
        if (image !== null && isAnnotated) marks.remove.run(task, 'labelled', image)
      }, options)
    },
    mark: (task, { mark, image, path }) => commits.run(() => void marks.add.run(task, mark, image, path), MANY),
    unmark: (task, { mark, image }) => commits.run(() => void marks.remove.run(task, mark, image), MANY),
    async earlier(task) {
      return earlierRuns(marks, task)
    },
    async annotated(task) {
      return annotated.get({ task }) ?? 0
    },
    async paths(task) {
      return new Set(marks.paths.all({ task }))
    },
    async retryable(task) {
      return new Set(retryable.all(task))
    },
    async counts(task) {
      return counts.get(task) ?? NONE
    },
    async reasons(task) {
      return reasons.all(task).map(({ reason, files }) => ({ reason: storedMessage(reason), files }))
    },
    async report(task, only, window) {
      const counted = counts.get(task) ?? NONE
      return {
        total: reportedRows(counted, only),
        rows: soundRows(listed[only].all({ task, ...window }), toReported),
      }
    },
  }
}
