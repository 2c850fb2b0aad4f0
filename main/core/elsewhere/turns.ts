/** Acts on the same thing follow one another; those on different things do not wait. */
export function byTurns<Key>() {
  const turns = new Map<Key, Promise<unknown>>()
  return <Value>(key: Key, act: () => Promise<Value>): Promise<Value> => {
    const done = (turns.get(key) ?? Promise.resolve()).then(act)
    const ended: Promise<unknown> = done
      .catch(() => undefined)
      .finally(() => {
        if (turns.get(key) === ended) turns.delete(key)
      })
    turns.set(key, ended)
    return done
  }
}
