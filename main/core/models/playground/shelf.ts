/** Things in memory under a key, the last ones only. */
export interface HeldShelf<Value> {
  keep(value: Value, bytes: number): string
  /** Finds a value. One that is asked for stays longer than one that is not. */
  find(key: string): Value | undefined
}

interface Limits {
  readonly most: number
  readonly mostBytes: number
  /** A key that nobody can guess. */
  freshKey(): string
}

/** Holds at most so many things of so many bytes together; the one that was not asked for longest goes first. The newest always stays. */
export function heldShelf<Value>({ most, mostBytes, freshKey }: Limits): HeldShelf<Value> {
  const held = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let sum = 0
  return {
    keep(value, bytes) {
      const key = freshKey()
      held.set(key, { value, bytes })
      sum += bytes
      for (const [oldest, { bytes: freed }] of held) {
        if (oldest === key || (held.size <= most && sum <= mostBytes)) break
        held.delete(oldest)
        sum -= freed
      }
      return key
    },
    find(key) {
      const found = held.get(key)
      if (found === undefined) return undefined
      held.delete(key)
      held.set(key, found)
      return found.value
    },
  }
}
