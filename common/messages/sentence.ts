import { type Refusal, SAID } from '../errors.ts'
import { isPlainCode, isRefusalCode, PLAIN, REFUSALS } from './catalogue.ts'
import { isReason, REASONS, type Reason, type RefusalKind } from './reasons.ts'
import { fill, isMessage, type Message, type Template } from './template.ts'

/** The English sentence of a message: for programs, logs and terminals. */
export function sentenceOf({ code, params, cause }: Message): string {
  if (code === SAID) return String(params['sentence'])
  const spoken = Object.entries(params).map(([name, value]) => [name, isMessage(value) ? sentenceOf(value) : value])
  return fill(templateOf(code), { ...Object.fromEntries(spoken), ...(cause && { cause: sentenceOf(cause) }) })
}

/** A code that a newer version made up says no more than its name. */
function templateOf(code: string): Template {
  return isRefusalCode(code) ? REFUSALS[code][1] : isPlainCode(code) ? PLAIN[code] : code
}

/** Why something was refused, as programs tell it apart. */
export function reasonOf({ code, params, cause }: Message): Reason {
  const reason = code === SAID ? params['reason'] : isRefusalCode(code) ? REFUSALS[code][0] : undefined
  if (isReason(reason)) return reason
  return cause ? reasonOf(cause) : 'request-invalid'
}

export function refusalKind(refusal: Refusal): RefusalKind {
  return REASONS[reasonOf(refusal)]
}
