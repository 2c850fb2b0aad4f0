/** Clients read the sentence of an error under either name. */
export function toErrorBody(sentence: string): { message: string; detail: string } {
  return { message: sentence, detail: sentence }
}
