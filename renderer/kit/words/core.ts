/** A sentence of the core in the language of the page. */
export function fromCore(sentence: string): string {
  return sentence
}
