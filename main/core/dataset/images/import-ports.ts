import type { ImportCounts, ImportFilter, ImportOutcome, ImportReason } from '#common/contract/imports'
import type { ImageId, TaskId } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { CanWait } from './ports.ts'

/** A row of a report, before it is said to anyone. */
export interface ReportedFile extends Omit<ImportOutcome, 'reason'> {
  readonly reason: Message | null
}

/** A reason that files share. */
export interface ReportedReason extends Omit<ImportReason, 'reason'> {
  readonly reason: Message
}

export interface ImportReportPage {
  readonly total: number
  readonly rows: ReportedFile[]
}

export interface ImportMarks {
  /** Labels came with the file. */
  readonly isAnnotated?: boolean
  /** Refused for the fault of a host, which may do better another time. */
  readonly isRetryable?: boolean
  readonly canWait?: CanWait
}

/**
 * Mark on an image in an import. `added` and `labelled` are written with or before their change, and count only if a kill kept the file's
 * outcome from being recorded.
 */
export type ImageMark = 'added' | 'labelled' | 'joined' | 'scaled' | 'turned'

export interface MarkedImage {
  readonly mark: ImageMark
  readonly image: ImageId
  /** The label file that caused it. */
  readonly path: string
}

/** All that earlier runs of an import, cut off by a kill, have left. */
export interface EarlierRuns {
  /** Of the files that are recorded. */
  readonly paths: ReadonlySet<string>
  /** The part of them whose labels were put on. */
  readonly labelledPaths: ReadonlySet<string>
  /** Images that they added. */
  readonly added: ReadonlySet<ImageId>
  /** The part of them that is recorded. */
  readonly counted: ReadonlySet<ImageId>
  /** Images of the files that are recorded. */
  readonly seen: ReadonlySet<ImageId>
  /** Images on which they put labels, or were about to. */
  readonly labelled: ReadonlySet<ImageId>
  readonly marked: readonly MarkedImage[]
  readonly told: readonly { readonly path: string; readonly reason: Message }[]
}

/** Outcomes of every file of an import. */
export interface ImportRepository {
  record(taskId: TaskId, outcome: ReportedFile, marks?: ImportMarks): Promise<void>
  /** Marks the image, once with each mark. */
  mark(taskId: TaskId, marked: MarkedImage): Promise<void>
  unmark(taskId: TaskId, marked: Pick<MarkedImage, 'mark' | 'image'>): Promise<void>
  earlier(taskId: TaskId): Promise<EarlierRuns>
  counts(taskId: TaskId): Promise<Omit<ImportCounts, 'expected'>>
  /** How many images got labels: files with the same bytes are one. */
  annotated(taskId: TaskId): Promise<number>
  /** Of all files that something is recorded of; not of those that only a problem or a note is about. */
  paths(taskId: TaskId): Promise<ReadonlySet<string>>
  /** Of the files that are worth another try. */
  retryable(taskId: TaskId): Promise<ReadonlySet<string>>
  /** Reasons why files were not imported, the most frequent first; at most twenty. */
  reasons(task: TaskId): Promise<ReportedReason[]>
  report(taskId: TaskId, only: ImportFilter, window: { offset: number; limit: number }): Promise<ImportReportPage>
}
