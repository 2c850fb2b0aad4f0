import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'

/** Reads or changes a store's database directly. */
export function inEventsDb<Value>(library: string, work: (db: Database.Database) => Value): Value {
  const db = new Database(join(library, 'events', 'events.db'))
  try {
    db.pragma('foreign_keys = ON')
    return db.transaction(work)(db)
  } finally {
    db.close()
  }
}

/** Returns the names of a store's files on disk, in order. */
export function eventFiles(library: string): string[] {
  const media = join(library, 'events', 'media')
  if (!existsSync(media)) return []
  const shelves = readdirSync(media).filter((name) => name.length === 2)
  return shelves.flatMap((shelf) => readdirSync(join(media, shelf))).sort()
}

/** Returns violations, as sentences, of rules that hold for every store whatever happened before. */
export function brokenEventRules(library: string): string[] {
  return inEventsDb(library, (db) => {
    const strange = (sql: string) => db.prepare<[], string>(sql).pluck().all()
    const hashes = strange('SELECT DISTINCT hash FROM file ORDER BY hash')
    const files = new Set(eventFiles(library))
    return [
      ...strange('PRAGMA integrity_check').filter((line) => line !== 'ok'),
      ...db
        .prepare('PRAGMA foreign_key_check')
        .all()
        .map((row) => `dangling reference: ${JSON.stringify(row)}`),
      ...strange(
        `SELECT 'metadata of no event: ' || key FROM metadata WHERE event NOT IN (SELECT created_at FROM event)`,
      ),
      ...strange(`SELECT 'the totals are wrong: ' || json_array(t.events, t.drafts, t.bytes, t.unsent) FROM total t
                   WHERE t.events <> (SELECT count(*) FROM event) OR t.drafts <> (SELECT count(*) FROM event WHERE draft)
                      OR t.bytes <> (SELECT coalesce(sum(bytes), 0) FROM event) OR t.unsent <> (SELECT count(*) FROM outbox)`),
      ...strange(`SELECT 'the bytes of ' || id || ' are wrong' FROM event e
                   WHERE e.bytes <> octet_length(body) + (SELECT coalesce(sum(bytes), 0) FROM file WHERE event = e.created_at)`),
      ...strange(`SELECT id || ' has another count of files' FROM event e
                   WHERE body ->> 'current_file_count' <> (SELECT count(*) FROM file WHERE event = e.created_at)`),
      ...hashes.filter((hash) => !files.has(hash)).map((hash) => `no file ${hash}`),
    ]
  })
}
