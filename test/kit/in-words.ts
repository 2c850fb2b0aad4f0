import type { Refusal } from '#common/errors'
import { reasonOf, sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { Result } from '#common/result'

/** Returns an outcome with its refusal as programs and people read it. */
export function inWords(outcome: Result<unknown, Refusal> | false | undefined): unknown {
  if (!outcome || outcome.ok) return outcome
  return { ok: false, error: { reason: reasonOf(outcome.error), message: sentenceOf(outcome.error) } }
}

/** Rows of a report with the English of their reasons. */
export function reasonsInWords<Row extends { readonly reason: Message | null }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, reason: row.reason && sentenceOf(row.reason) }))
}
