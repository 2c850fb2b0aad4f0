/**
 * Lets works on the same image follow one another in the order in which they were asked for, each with what the one before it has
 * left; those on different images run side by side. Works after a failed one fail with it.
 */
export function relay<Key, Left>() {
  /** Of each image no more than this stays. */
  const left = new Map<Key, Left>()
  const last = new Map<Key, Promise<unknown>>()

  return async function take<Answer extends { readonly kept: Left | undefined }>(
    key: Key,
    work: (kept: Left | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    const run = async () => {
      const answer = await work(left.get(key))
      if (answer.kept === undefined) left.delete(key)
      else left.set(key, answer.kept)
      return answer
    }
    const before = last.get(key)
    const running = before ? before.then(run) : run()
    last.set(key, running)
    const answer = await running
    if (last.get(key) === running) last.delete(key)
    return answer
  }
}
