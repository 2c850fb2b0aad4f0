/** Acts on the same thing come one after the other. */
export function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Value>(id: string, act: () => Promise<Value>): Promise<Value> => {
    const before = last.get(id) ?? Promise.resolve()
    const turn = before.then(act, act)
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}
