import type { ImportCounts, ImportOutcome } from '#common/contract/imports'
import type { TaskId } from '#common/ids'

export interface ImportReportPage {
  readonly total: number
  readonly rows: ImportOutcome[]
}

/** What became of every file of an import. */
export interface ImportRepository {
  record(taskId: TaskId, outcome: ImportOutcome): Promise<void>
  counts(taskId: TaskId): Promise<Omit<ImportCounts, 'expected'>>
  report(
    taskId: TaskId,
    only: 'all' | 'refused' | 'duplicate',
    window: { offset: number; limit: number },
  ): Promise<ImportReportPage>
}
