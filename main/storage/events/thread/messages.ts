import type { Refusal } from '#common/errors'
import { isDamagedRow } from '#core/damaged-row'
import type { StoreTotals } from '#core/events/ports'
import type { IdentityPlaces } from '../../kit/identity/identity-file.ts'

/** The database for a thread to open. */
export interface Opening {
  readonly path: string
  readonly role: 'writer' | 'reader'
  /** For the writer: the files that identify the database that belongs here; none for a read-only copy. */
  readonly identities?: IdentityPlaces
}

export interface Call {
  readonly id: number
  readonly operation: string
  readonly args: readonly unknown[]
}

/** `close` is the last message; the thread ends after it. */
export type Request = { readonly kind: 'calls'; readonly calls: readonly Call[] } | { readonly kind: 'close' }

export interface Failure {
  readonly code: string | undefined
  readonly message: string
  /** Of a damaged row. */
  readonly refusal?: Refusal
}

export interface Answer {
  readonly id: number
  readonly value?: unknown
  readonly failure?: Failure
}

/**
 * A reply of a thread. `totals` is the size of the store after these answers, and `youngest` the time of the latest
 * event when it was opened. Only the writer sends them.
 */
export type Reply =
  | { readonly kind: 'opened'; readonly totals: StoreTotals | undefined; readonly youngest: number | undefined }
  | { readonly kind: 'unopened'; readonly failure: Failure }
  | { readonly kind: 'answered'; readonly answers: readonly Answer[]; readonly totals: StoreTotals | undefined }

export function toFailure(failure: unknown): Failure {
  if (!(failure instanceof Error)) return { code: undefined, message: String(failure) }
  if (isDamagedRow(failure)) return { code: failure.code, message: failure.message, refusal: failure.refusal }
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined
  return { code, message: failure.message }
}
