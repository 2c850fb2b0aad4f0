import type { Message } from '#common/messages/template'

/** Bytes that become a file, or a file that gets a second name. */
export type FileToWrite = { readonly id: number } & (NewFile | LinkedFile)

export interface NewFile {
  readonly bytes: Uint8Array
  /** Where it is written; no file is there yet. */
  readonly made: string
  /**
   * The lasting name that it gets when its bytes are on the disk, in place of whatever has it; undefined where it keeps the name that it
   * has, and whoever asked makes that one durable.
   */
  readonly to?: string
}

/** A second name for a file that is flushed and never written again; fails with `EEXIST` where the name is taken. */
export interface LinkedFile {
  readonly from: string
  readonly to: string
}

/** The result of writing a file. */
export interface Written {
  readonly id: number
  /** Why it is not safely there; then nothing may name it. */
  readonly failure: WriteFailure | undefined
}

export interface WriteFailure {
  readonly message: string
  /** Of the system, as `ENOSPC`. */
  readonly code: string | undefined
  /** The call of the system that failed, as `open`. */
  readonly syscall?: string | undefined
  /** Of our own, where it is not the system's. */
  readonly said?: Message
}

/** Both sides of the thread are this program. */
export function readBatch(message: unknown): readonly FileToWrite[] {
  return message as readonly FileToWrite[]
}

export function readWritten(message: unknown): readonly Written[] {
  return message as readonly Written[]
}
