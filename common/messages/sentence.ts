import { type Refusal, SAID } from '../errors.ts'
import { REFUSALS } from './catalogue.ts'
import { type Entry, isReason, REASONS, type Reason, type RefusalKind } from './reasons.ts'
import { fill } from './template.ts'

/** The English sentence of a refusal: for programs, logs and terminals. */
export function sentenceOf({ code, params, cause }: Refusal): string {
  if (code === SAID) return String(params['sentence'])
  const [, template]: Entry = REFUSALS[code]
  return fill(template, cause ? { ...params, cause: sentenceOf(cause) } : params)
}

/** Why something was refused, as programs tell it apart. */
export function reasonOf({ code, params, cause }: Refusal): Reason {
  const [reason]: readonly [string, ...unknown[]] = code === SAID ? [String(params['reason'])] : REFUSALS[code]
  if (isReason(reason)) return reason
  return cause ? reasonOf(cause) : 'request-invalid'
}

export function refusalKind(refusal: Refusal): RefusalKind {
  return REASONS[reasonOf(refusal)]
}
