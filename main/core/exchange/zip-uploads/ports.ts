import type { Refusal } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { Result } from '#common/result'
import type { DatasetPlace } from '../datasets/reader-ports.ts'
import type { OpenedZip } from '../datasets/zip.ts'

/** The place where uploaded archives lie until their task has ended, each under the name of its task. */
export interface ZipInbox {
  has(task: TaskId): Promise<boolean>
  /** The archive is there only when all of it is on the disk. Throws `ZipTooLargeError` above `maxBytes`. */
  receive(task: TaskId, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void>
  /** Refuses what is no sound ZIP file, and one with more than `maxEntries`, folders included. */
  open(task: TaskId, maxEntries: number): Promise<Result<OpenedZip, Refusal>>
  /** Where another process reads the same archive. */
  place(task: TaskId, maxEntries: number): DatasetPlace
  discard(task: TaskId): Promise<void>
  /** Tasks that an archive lies here for. */
  tasks(): Promise<TaskId[]>
}

export class ZipTooLargeError extends Error {
  override readonly name = 'ZipTooLargeError'
}
