import type { LibraryNote } from '#common/contract/session'
import type { Refusal } from '#common/errors'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import { type FaultyStore, readOnlyRefusal } from '#common/stores/faults'

/** The outside facts that the core may not look up by itself. */
export interface Clock {
  now(): Date
}

/** Tells what is old, by the library's own time: a clock that was set wrong makes nothing old. */
export interface Ages {
  /** Cutoff date: things put away before it are older than so many milliseconds. */
  before(ageMs: number): Date
}

export interface Random {
  /** A fresh identifier of letters and digits, 20 characters. */
  id(): string
  /** Random bytes as lower-case hexadecimal digits. */
  hex(bytes: number): string
}

/** Tells every open screen that something changed. */
export interface Notes {
  /** `at-once`: somebody waits for this one, so that it is not held back to be handed over with the next ones. */
  publish(note: LibraryNote, pace?: 'at-once'): void
}

const DISK_FULL = message('disk-full')

/** The disk has no room; what was being written is gone and nothing else changed. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = 'disk-full'
  readonly said = DISK_FULL

  constructor(cause: unknown) {
    super(sentenceOf(DISK_FULL), { cause })
  }
}

/** The database does not match the files beside it, so nothing of the store is written. */
export class ReadOnlyError extends Error {
  override readonly name = 'ReadOnlyError'
  readonly code = 'library-read-only'
  readonly refusal: Refusal

  constructor(faulty: FaultyStore) {
    const refusal = readOnlyRefusal(faulty)
    super(sentenceOf(refusal))
    this.refusal = refusal
  }
}
