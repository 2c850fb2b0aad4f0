import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'

/** What a route answers where it refuses: the English sentence, and what pages make their own of. */
export function errorBody({ code, params, cause }: Message) {
  const message = cause ? { code, params, cause } : { code, params }
  return { error: sentenceOf(message), ...message }
}
