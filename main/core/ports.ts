import type { LibraryNote } from '#common/contract/session'

/** The outside facts that the core may not look up by itself. */
export interface Clock {
  now(): Date
}

export interface Random {
  /** A fresh identifier of letters and digits, 20 characters. */
  id(): string
  /** Random bytes as lower-case hexadecimal digits. */
  hex(bytes: number): string
}

/** Tells every open screen that something changed. */
export interface Notes {
  publish(note: LibraryNote): void
}

/** The disk has no room; what was being written is gone and nothing else changed. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
  readonly code = 'disk-full'

  constructor(cause: unknown) {
    super('The disk that holds the library is full. Free some space and try again; nothing was changed.', { cause })
  }
}
