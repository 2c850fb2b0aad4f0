import type { Refusal } from '../errors.ts'
import { isPlainCode, isRefusalCode, PLAIN, REFUSALS } from './catalogue.ts'
import { isReason, REASONS, type Reason, type RefusalKind } from './reasons.ts'
import { type Message, sentenceBy, type Template } from './template.ts'

/** The English sentence of a message: for programs, logs and terminals. */
export function sentenceOf(said: Message): string {
  return sentenceBy(templateOf, said)
}

/** A message for pages, which carry no English of the core. */
export function said(message: Message): Message & { readonly english: string } {
  return { ...message, english: sentenceOf(message) }
}

/** The English of a code; one that a newer version made up says no more than its name. */
export function templateOf(code: string): Template {
  return isRefusalCode(code) ? REFUSALS[code][1] : isPlainCode(code) ? PLAIN[code] : code
}

/** Why something was refused, as programs tell it apart. */
export function reasonOf({ code, cause }: Message): Reason {
  const reason = isRefusalCode(code) ? REFUSALS[code][0] : undefined
  if (isReason(reason)) return reason
  return cause ? reasonOf(cause) : 'request-invalid'
}

export function refusalKind(refusal: Refusal): RefusalKind {
  return REASONS[reasonOf(refusal)]
}
