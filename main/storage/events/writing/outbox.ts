import type { EventWriter } from '#core/events/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { messageText } from '../../kit/stored-message.ts'

interface ScannedRow {
  readonly created_at: number
  readonly isUnsent: 0 | 1
}

/** The writing side of the outbox. A row leaves it when its event was sent, or is deleted. */
export function outboxWriting(
  db: ReadDb,
  commits: CommitQueue,
): Pick<EventWriter, 'fillOutbox' | 'keepSources' | 'markSent' | 'postpone'> {
  const sql = statements(db)

  /** Looks at `limit` events whatever they are, so that a call is as short among a million sent ones as among unsent ones. */
  function fill(after: number, limit: number): number | undefined {
    const scanned = sql.scan.all(after, limit)
    for (const { created_at: key, isUnsent } of scanned) if (isUnsent === 1) sql.add.run(key, key)
    return scanned.length < limit ? undefined : scanned.at(-1)?.created_at
  }

  return {
    fillOutbox: (after, limit) => commits.run(() => fill(after, limit)),
    keepSources: (key, sources) => commits.run(() => void sql.addSources.run(JSON.stringify(sources), key)),
    markSent: (key, now) =>
      commits.run(() => {
        sql.setSent.run(now, key)
        sql.remove.run(key)
      }),
    postpone: (key, at, reason) => commits.run(() => void sql.postpone.run(at, messageText(reason), key)),
  }
}

function statements(db: ReadDb) {
  return {
    scan: db.prepare<[after: number, limit: number], ScannedRow>(
      `SELECT created_at, draft = 0 AND sent_at IS NULL AS isUnsent
         FROM event
        WHERE created_at > ?
        ORDER BY created_at
        LIMIT ?`,
    ),
    add: db.prepare<[event: number, nextAt: number]>(
      `INSERT INTO outbox (event, next_at) VALUES (?, ?)
       ON CONFLICT (event) DO UPDATE SET next_at = excluded.next_at WHERE attempts > 0`,
    ),
    addSources: db.prepare<[sources: string, event: number]>(
      `UPDATE outbox SET sources = json_patch(iif(json_valid(sources), sources, '{}'), ?) WHERE event = ?`,
    ),
    setSent: db.prepare<[sentAt: number, event: number]>('UPDATE event SET sent_at = ? WHERE created_at = ?'),
    remove: db.prepare<[event: number]>('DELETE FROM outbox WHERE event = ?'),
    postpone: db.prepare<[nextAt: number, reason: string, event: number]>(
      'UPDATE outbox SET next_at = ?, attempts = attempts + 1, reason = ? WHERE event = ?',
    ),
  }
}
