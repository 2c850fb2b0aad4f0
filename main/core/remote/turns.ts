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

/** While an answer is on its way, all who ask share the one after it: it is as fresh as theirs would be, and nothing piles up. */
export function inOneTurn<Key, Value>(ask: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, Promise<Value>>()
  const waiting = new Map<Key, Promise<Value>>()

  function start(key: Key): Promise<Value> {
    waiting.delete(key)
    const answer = ask(key).finally(() => running.delete(key))
    running.set(key, answer)
    return answer
  }

  return (key) => {
    const next = waiting.get(key)
    if (next) return next
    const now = running.get(key)
    if (now === undefined) return start(key)
    const after = now.then(
      () => start(key),
      () => start(key),
    )
    waiting.set(key, after)
    return after
  }
}
