import type { Refusal } from '#common/errors'
import { isDamagedRow } from '#core/damaged-row'
import type { StoreTotals } from '#core/events/ports'
import type { IdentityPlaces } from '../../kit/identity/identity-file.ts'

/** The database that a thread opens. */
export interface Opening {
  readonly path: string
  readonly role: 'writer' | 'reader'
  /** Of the writer: the files that tell which database belongs here; none for a copy that is read-only. */
  readonly identities?: IdentityPlaces
}

export interface Call {
  readonly id: number
  readonly operation: string
  readonly args: readonly unknown[]
}

/** `close` comes last; the thread ends after it. */
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
 * A reply of a thread. `totals` is how full the store is after these answers, and `youngest` the last event's moment when it was opened;
 * only the writer tells.
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
