import type { Refusal } from '#common/errors'
import type { TaskId } from '#common/ids'
import type { Result } from '#common/result'
import type { DatasetPlace } from '../datasets/reader-ports.ts'

/** One entry of a ZIP file as its directory tells of it. Nothing of it is to be believed. */
export interface ZipEntry {
  /** Place in the directory, from 0. */
  readonly index: number
  /** As the archive spells it, with `/`. */
  readonly path: string
  /** What it unpacks to; reading fails when there is more or less. */
  readonly bytes: number
  readonly kind: 'file' | 'folder' | 'link' | 'special'
  readonly isEncrypted: boolean
  /** Whether it is stored or deflated; other ways of packing are not read. */
  readonly isPackedPlainly: boolean
}

export interface OpenedZip {
  readonly entries: readonly ZipEntry[]
  /** Of the archive itself. */
  readonly packedBytes: number
  /** The unpacked bytes, checked against size and checksum. Throws `ZipEntryError` where they are damaged. */
  read(entry: ZipEntry): AsyncIterable<Uint8Array>
  readText(entry: ZipEntry): Promise<string>
  close(): void
}

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

export class ZipEntryError extends Error {
  override readonly name = 'ZipEntryError'
}

export class ZipTooLargeError extends Error {
  override readonly name = 'ZipTooLargeError'
}
