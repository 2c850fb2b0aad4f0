/** A file to be written: made under one name, and given its lasting one when its bytes are on the disk. */
export interface FileToWrite {
  readonly id: number
  readonly bytes: Uint8Array
  readonly made: string
  readonly to: string
}

/** What became of a file. */
export interface Written {
  readonly id: number
  /** Why it was not written; then nothing of it is left. */
  readonly failure: WriteFailure | undefined
}

export interface WriteFailure {
  readonly message: string
  /** Of the system, as `ENOSPC`. */
  readonly code: string | undefined
}

/** Both sides of the thread are this program. */
export function readBatch(message: unknown): readonly FileToWrite[] {
  return message as readonly FileToWrite[]
}

export function readWritten(message: unknown): readonly Written[] {
  return message as readonly Written[]
}
