import type { ImportCounts, ImportOutcome } from '#common/contract/imports'
import type { TaskId } from '#common/ids'

export interface ImportReportPage {
  readonly total: number
  readonly rows: ImportOutcome[]
}

/** What became of every file of an import. */
export interface ImportRepository {
  /** `isAnnotated`: labels came with the file. */
  record(taskId: TaskId, outcome: ImportOutcome, isAnnotated?: boolean): Promise<void>
  counts(taskId: TaskId): Promise<Omit<ImportCounts, 'expected'>>
  /** How many files brought labels. */
  annotated(taskId: TaskId): Promise<number>
  /** Of all files that something is recorded of. */
  paths(taskId: TaskId): Promise<ReadonlySet<string>>
  report(
    taskId: TaskId,
    only: 'all' | 'refused' | 'duplicate',
    window: { offset: number; limit: number },
  ): Promise<ImportReportPage>
}
