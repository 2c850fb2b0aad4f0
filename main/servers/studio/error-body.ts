import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** Returns the body of a refusal: the English sentence, and the code and parameters for pages. */
export function errorBody({ code, params, cause }: Message) {
  const message = cause ? { code, params, cause } : { code, params }
  return { error: sentenceOf(message), ...message }
}
