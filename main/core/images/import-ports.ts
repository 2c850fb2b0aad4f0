import type { ImportCounts, ImportFilter, ImportOutcome, ImportReason } from '#common/contract/imports'
import type { TaskId } from '#common/ids'
import type { CanWait } from './ports.ts'

export interface ImportReportPage {
  readonly total: number
  readonly rows: ImportOutcome[]
}

export interface ImportMarks {
  /** Labels came with the file. */
  readonly isAnnotated?: boolean
  /** Refused for the fault of a host, which may do better another time. */
  readonly isRetryable?: boolean
  readonly canWait?: CanWait
}

/** What became of every file of an import. */
export interface ImportRepository {
  record(taskId: TaskId, outcome: ImportOutcome, marks?: ImportMarks): Promise<void>
  counts(taskId: TaskId): Promise<Omit<ImportCounts, 'expected'>>
  /** How many images got labels: files with the same bytes are one. */
  annotated(taskId: TaskId): Promise<number>
  /** Of all files that something is recorded of. */
  paths(taskId: TaskId): Promise<ReadonlySet<string>>
  /** Of the files whose labels were put on. */
  labelledPaths(taskId: TaskId): Promise<ReadonlySet<string>>
  /** Of the files that are worth another try. */
  retryable(taskId: TaskId): Promise<ReadonlySet<string>>
  /** Reasons why files were not imported, the most frequent first; at most twenty. */
  reasons(task: TaskId): Promise<ImportReason[]>
  report(taskId: TaskId, only: ImportFilter, window: { offset: number; limit: number }): Promise<ImportReportPage>
}
