/** Asks one time, and answers that every time: a check of a database takes long. */
export function once(ask: () => Promise<boolean>): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
