import { metadataEntries } from '#common/events/metadata'
import type { BlobHash } from '#common/ids'
import type { Removal, Removed } from '#core/events/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { storedEvent } from './stored.ts'

/** Deletes events that exceed the limits on age or size, and marks lost files. */
export function eventCleanUp(db: ReadDb, commits: CommitQueue) {
  const sql = statements(db)

  function remove(event: number): readonly BlobHash[] {
    const body = sql.body.get(event)
    if (body === undefined) return []
    const stored = storedEvent(body)
    // Only the body lists them, so for a damaged one all are searched.
    if (stored === undefined) sql.deleteMetadataOf.run(event)
    else for (const [key, value] of metadataEntries(stored.custom_metadata)) sql.deleteMetadata.run(key, value, event)
    const hashes = sql.hashesOf.all(event)
    sql.deleteEvent.run(event)
    return hashes
  }

  function removeOldest({ limit, before = Number.MAX_SAFE_INTEGER, sparesUnsent }: Removal): Removed {
    const events = (sparesUnsent ? sql.oldestSent : sql.oldest).all(before, limit)
    const named = new Set(events.flatMap(remove))
    return { events: events.length, freed: [...named].filter((hash) => sql.isNamed.get(hash) === undefined) }
  }

  /** The lists of an event keep naming its lost files, to show what there was. */
  function forget(hash: BlobHash): void {
    for (const { event: key, files, bytes } of sql.eventsWith.all(hash)) {
      const old = sql.body.get(key)
      if (old === undefined) continue
      const event = storedEvent(old)
      if (event === undefined) {
        sql.changeBody.run({ event: key, body: old, bytes: -bytes })
        continue
      }
      const left = event.current_file_count - files
      const body = JSON.stringify({ ...event, current_file_count: left })
      const grown = Buffer.byteLength(body) - Buffer.byteLength(old)
      sql.changeBody.run({ event: key, body, bytes: grown - bytes })
    }
    sql.deleteFiles.run(hash)
  }

  return {
    removeOldest: (removal: Removal) => commits.run(() => removeOldest(removal)),
    forgetFiles: (hashes: readonly BlobHash[]) => commits.run(() => hashes.forEach(forget)),
  }
}

function statements(db: ReadDb) {
  return {
    oldest: db
      .prepare<[before: number, limit: number], number>(
        'SELECT created_at FROM event WHERE created_at < ? ORDER BY created_at LIMIT ?',
      )
      .pluck(),
    // Only final events are ever sent.
    oldestSent: db
      .prepare<[before: number, limit: number], number>(
        `SELECT created_at FROM event INDEXED BY event_sent
          WHERE sent_at IS NOT NULL AND created_at < ? ORDER BY created_at LIMIT ?`,
      )
      .pluck(),
    body: db.prepare<[event: number], string>('SELECT body FROM event WHERE created_at = ?').pluck(),
    hashesOf: db.prepare<[event: number], BlobHash>('SELECT DISTINCT hash FROM file WHERE event = ?').pluck(),
    isNamed: db.prepare<[hash: BlobHash], 1>('SELECT 1 FROM file WHERE hash = ? LIMIT 1').pluck(),
    eventsWith: db.prepare<[hash: BlobHash], { event: number; files: number; bytes: number }>(
      'SELECT event, count(*) AS files, sum(bytes) AS bytes FROM file WHERE hash = ? GROUP BY event',
    ),
    deleteMetadata: db.prepare<[key: string, value: string | number, event: number]>(
      'DELETE FROM metadata WHERE key = ? AND value = ? AND event = ?',
    ),
    deleteMetadataOf: db.prepare<[event: number]>('DELETE FROM metadata WHERE event = ?'),
    deleteEvent: db.prepare<[event: number]>('DELETE FROM event WHERE created_at = ?'),
    deleteFiles: db.prepare<[hash: BlobHash]>('DELETE FROM file WHERE hash = ?'),
    changeBody: db.prepare<[{ event: number; body: string; bytes: number }]>(
      'UPDATE event SET body = @body, bytes = bytes + @bytes WHERE created_at = @event',
    ),
  }
}
