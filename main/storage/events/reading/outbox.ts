import { z } from 'zod'
import { brand } from '#common/border'
import type { BlobHash } from '#common/ids'
import type { Message } from '#common/messages/template'
import type { EventFile, EventFileKind, EventReader, OutboxState, Outgoing } from '#core/events/ports'
import type { ReadDb } from '../../kit/db.ts'
import { storedMessage } from '../../kit/stored-message.ts'

interface OutgoingRow {
  readonly attempts: number
  readonly sources: string
  readonly body: string
}

interface FileRow {
  readonly id: string
  readonly kind: EventFileKind
  readonly hash: string
  readonly content_type: string
  readonly bytes: number
}

interface UnsentRow {
  readonly id: string
  readonly reason: string | null
}

export function outboxReading(db: ReadDb): Pick<EventReader, 'outbox' | 'dueToSend' | 'unsentAmong'> {
  const sql = statements(db)

  /** Events that were never tried and those that failed take turns: however many fail forever, the others are not behind them. */
  function keysDue(now: number, limit: number): number[] {
    const fresh = sql.fresh.all(now, limit)
    const failed = sql.failed.all(now, limit)
    const longer = Math.max(fresh.length, failed.length)
    const turns = Array.from({ length: longer }, (_, turn) => [fresh[turn], failed[turn]])
    return turns
      .flat()
      .filter((key) => key !== undefined)
      .slice(0, limit)
  }

  function toOutgoing(key: number): Outgoing[] {
    const row = sql.outgoing.get(key)
    if (row === undefined) return []
    const { body: event, attempts, sources } = row
    const files = sql.files.all(key).map(toFile)
    return [{ key, event, files, attempts, sources: readSources(sources) }]
  }

  return {
    async outbox(): Promise<OutboxState> {
      return {
        waiting: sql.waiting.get() ?? 0,
        failing: sql.failing.get() ?? 0,
        oldest: sql.oldest.get() ?? undefined,
        lastFailure: messageIn(sql.lastFailure.get()),
      }
    },
    dueToSend: async (now, limit) => keysDue(now, limit).flatMap(toOutgoing),
    async unsentAmong(eventIds) {
      const rows = sql.unsent.all(JSON.stringify(eventIds))
      return Object.fromEntries(rows.map(({ id, reason }) => [id, messageIn(reason) ?? null]))
    },
  }
}

function messageIn(reason: string | null | undefined): Message | undefined {
  return reason === null || reason === undefined ? undefined : storedMessage(reason)
}

/** Damaged sources count as empty: what the receiver already has is sent once more. */
function readSources(text: string): Outgoing['sources'] {
  try {
    return Sources.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

const Sources = z.record(z.string(), z.string())

function statements(db: ReadDb) {
  return {
    waiting: db.prepare<[], number>('SELECT unsent FROM total').pluck(),
    failing: db.prepare<[], number>('SELECT count(*) FROM outbox WHERE attempts > 0').pluck(),
    oldest: db.prepare<[], number | null>('SELECT min(event) FROM outbox').pluck(),
    lastFailure: db
      .prepare<[], string>('SELECT reason FROM outbox WHERE attempts > 0 ORDER BY next_at DESC LIMIT 1')
      .pluck(),
    fresh: db
      .prepare<[now: number, limit: number], number>(
        'SELECT event FROM outbox WHERE attempts = 0 AND next_at <= ? ORDER BY next_at, event LIMIT ?',
      )
      .pluck(),
    failed: db
      .prepare<[now: number, limit: number], number>(
        'SELECT event FROM outbox WHERE attempts > 0 AND next_at <= ? ORDER BY next_at, event LIMIT ?',
      )
      .pluck(),
    outgoing: db.prepare<[event: number], OutgoingRow>(
      `SELECT o.attempts, o.sources, e.body
         FROM outbox o
         JOIN event e ON e.created_at = o.event
        WHERE o.event = ?`,
    ),
    files: db.prepare<[event: number], FileRow>(
      'SELECT id, kind, hash, content_type, bytes FROM file WHERE event = ? ORDER BY id',
    ),
    unsent: db.prepare<[ids: string], UnsentRow>(
      `SELECT e.id, o.reason
         FROM json_each(?) wanted
        CROSS JOIN event e ON e.id = wanted.value
        CROSS JOIN outbox o ON o.event = e.created_at`,
    ),
  }
}

function toFile({ id, kind, hash, content_type: contentType, bytes }: FileRow): EventFile {
  return { id, kind, hash: brand<BlobHash>(hash), contentType, bytes }
}
