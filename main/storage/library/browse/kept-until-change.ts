import type { ReadDb } from '../../kit/db.ts'

export interface Kept<Value> {
  of(key: string, make: () => Value): Value
}

/** Keeps the last few that were made until anything in the database changes, by this connection or by another. */
export function keptUntilChange<Value>(db: ReadDb, most: number): Kept<Value> {
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  const otherChanges = db.prepare<[], number>('PRAGMA data_version').pluck()
  const kept = new Map<string, Value>()
  let stamp = ''

  function forgetChanged(): void {
    const now = `${ownChanges.get()}:${otherChanges.get()}`
    if (now !== stamp) kept.clear()
    stamp = now
  }

  return {
    of(key, make) {
      forgetChanged()
      const made = kept.get(key) ?? make()
      kept.delete(key)
      kept.set(key, made)
      for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
      return made
    },
  }
}
