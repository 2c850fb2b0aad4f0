import { z } from 'zod'
import { BatchId, ImageId, TaskId } from '../ids.ts'
import { isPlainName, NAME_NOT_PLAIN } from '../text.ts'
import { onProject, Page, ProjectRef, Said, TaskRef } from './kit.ts'

/**
 * Bringing images in: `start` opens a task, each file is sent with `PUT /imports/<taskId>/files?path=<relative path>` (raw bytes),
 * `finish` says that no more will come. A cancel or a crash keeps every image that was answered as added, whole.
 */
export const ImportOutcome = z.object({
  /** Path inside what was dropped, with `/`. */
  path: z.string(),
  /**
   * `labelled`: it is there already, and got labels. `repeated`: another file of the same import has its bytes. `repaired`: its
   * stored file was damaged or missing, and is repaired. All three are counted with the duplicates. `problem` and `note` are not images: skipped
   * annotations, and files that are unused on purpose.
   */
  outcome: z.enum(['added', 'duplicate', 'labelled', 'repeated', 'repaired', 'refused', 'problem', 'note']),
  /** The image that was added, or the one that is already there. */
  image: ImageId.nullable(),
  /** For duplicates, the name of the image that is already there. */
  existing: z.string().nullable(),
  /** The problem, or why the file is unused. */
  reason: Said.nullable(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

/** `note`: every entry that is not about an image. */
export const ImportFilter = z.enum(['all', 'refused', 'duplicate', 'labelled', 'repeated', 'repaired', 'note'])
export type ImportFilter = z.infer<typeof ImportFilter>

export const ImportCounts = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  refused: z.number().int(),
  /** Of the duplicates: images of the project that got labels. */
  labelled: z.number().int(),
  /** Of the duplicates: files with the bytes of another file of the same import. */
  repeated: z.number().int(),
  /** Of the duplicates: images whose damaged or missing file was repaired. */
  repaired: z.number().int(),
  problems: z.number().int(),
  notes: z.number().int(),
  /** Of the refused: addresses whose host failed, which may do better another time. */
  retryable: z.number().int(),
  expected: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

/** How many rows a report has under a filter. */
export function reportedRows(counts: Omit<ImportCounts, 'expected'>, only: ImportFilter): number {
  const { added, duplicates, refused, labelled, repeated, repaired } = counts
  const note = counts.problems + counts.notes
  const duplicate = duplicates - labelled - repeated - repaired
  const all = added + duplicates + refused + note
  return { all, refused, duplicate, labelled, repeated, repaired, note }[only]
}

export const ImportReason = z.object({ reason: Said, files: z.int().positive() })
export type ImportReason = z.infer<typeof ImportReason>

export const BatchName = z.string().trim().min(1).max(120).refine(isPlainName, NAME_NOT_PLAIN)

export const importsContract = {
  start: onProject('image:create')
    .input(ProjectRef.extend({ batchName: BatchName, expected: z.number().int().nonnegative() }))
    .output(z.object({ taskId: TaskId, batch: BatchId })),
  /** More files were found while the first ones were on their way. */
  expect: onProject('image:create')
    .input(TaskRef.extend({ expected: z.number().int().nonnegative() }))
    .output(z.object({})),
  finish: onProject('image:create').input(TaskRef).output(ImportCounts),
  /** Fetches images from addresses in one task; only from the open internet and from hosts that are trusted. */
  fetch: onProject('image:create')
    .input(ProjectRef.extend({ batchName: BatchName, urls: z.array(z.string().min(1).max(4096)).min(1).max(10_000) }))
    .output(TaskRef),
  /** A new task for the addresses whose hosts failed, and for those that were not come to. */
  fetchAgain: onProject('image:create').input(TaskRef).output(TaskRef),
  counts: onProject('image:read').input(TaskRef).output(ImportCounts),
  /** Reasons why files were not imported, the most frequent first; at most twenty. */
  reasons: onProject('image:read').input(TaskRef).output(z.array(ImportReason)),
  /** Outcome of each file, refused and repeated ones first. */
  report: onProject('image:read')
    .input(TaskRef.extend({ ...Page.shape, only: ImportFilter.default('all') }))
    .output(z.object({ total: z.number().int(), rows: z.array(ImportOutcome) })),
}
