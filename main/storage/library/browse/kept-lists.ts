import type { ReadDb } from '../../kit/db.ts'

/** Lists that stay in memory; one of 100,000 pictures takes less than 1 MB. */
const KEPT = 6

/** Keeps what was listed last until anything in the database changes, by this connection or by another. */
export function keptLists(db: ReadDb) {
  const ownChanges = db.prepare<[], number>('SELECT total_changes()').pluck()
  const otherChanges = db.prepare<[], number>('PRAGMA data_version').pluck()
  const kept = new Map<string, readonly number[]>()
  let stamp = ''

  function forgetChanged(): void {
    const now = `${ownChanges.get()}:${otherChanges.get()}`
    if (now !== stamp) kept.clear()
    stamp = now
  }

  return {
    of(key: string, list: () => readonly number[]): readonly number[] {
      forgetChanged()
      const made = kept.get(key) ?? list()
      kept.delete(key)
      kept.set(key, made)
      for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest)
      return made
    },
  }
}
