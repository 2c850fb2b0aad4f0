/** Every error is `{detail}` with a sentence. */
export function toErrorBody(sentence: string): { detail: string } {
  return { detail: sentence }
}
