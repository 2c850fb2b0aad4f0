import Database from 'better-sqlite3'
import { eventFiles } from './files.ts'
import { eventFinding } from './find.ts'
import { outboxReading } from './outbox.ts'
import { eventQueries } from './queries.ts'

/** Opens `events.db` read-only. The writer must have opened it before. */
export function openReader(path: string) {
  const db = new Database(path, { readonly: true })
  db.pragma('busy_timeout = 2000')
  // 64 MB: the upper pages of all indexes of ten million events.
  db.pragma('cache_size = -65536')
  return {
    operations: { ...eventFinding(db), ...eventFiles(db), ...eventQueries(db), ...outboxReading(db) },
    close: () => db.close(),
  }
}
