import { z } from 'zod'
import { BatchId, ImageId, TaskId } from '../ids.ts'
import { Page, ProjectRef, procedure, TaskRef } from './kit.ts'

/**
 * Bringing pictures in: `start` opens a task, each file is sent with `PUT /imports/<taskId>/files?path=<relative path>` (raw bytes),
 * `finish` says that no more will come. A cancel or a crash keeps every picture that was answered as added, whole.
 */
export const ImportOutcome = z.object({
  /** Path inside what was dropped, with `/`. */
  path: z.string(),
  outcome: z.enum(['added', 'duplicate', 'refused']),
  /** The picture that was added, or the one that is already there. */
  image: ImageId.nullable(),
  /** For `refused`: what is wrong with the file. For `duplicate`: the name of the picture it repeats. */
  reason: z.string().nullable(),
})
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const ImportCounts = z.object({
  added: z.number().int(),
  duplicates: z.number().int(),
  refused: z.number().int(),
  expected: z.number().int(),
})
export type ImportCounts = z.infer<typeof ImportCounts>

export const importsContract = {
  start: procedure
    .input(
      ProjectRef.extend({ batchName: z.string().trim().min(1).max(120), expected: z.number().int().nonnegative() }),
    )
    .output(z.object({ taskId: TaskId, batch: BatchId })),
  /** More files were found while the first ones were on their way. */
  expect: procedure.input(TaskRef.extend({ expected: z.number().int().nonnegative() })).output(z.object({})),
  finish: procedure.input(TaskRef).output(ImportCounts),
  counts: procedure.input(TaskRef).output(ImportCounts),
  /** What became of each file, refused and repeated ones first. */
  report: procedure
    .input(TaskRef.extend({ ...Page.shape, only: z.enum(['all', 'refused', 'duplicate']).default('all') }))
    .output(z.object({ total: z.number().int(), rows: z.array(ImportOutcome) })),
}
