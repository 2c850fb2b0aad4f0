import { formatMoment } from '#common/events/moment'
import type { Attached, AttachedMedia, EventWriter } from '#core/events/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { ReadDb } from '../../kit/db.ts'
import { bytesOf, insertFiles } from './create.ts'
import type { EventRow, WriteStatements } from './statements.ts'
import { damagedEvent, storedEntry, storedEvent } from './stored.ts'

interface Finish {
  /** Microseconds since 1970. */
  readonly now: number
  readonly isToSend: boolean
  /** Whether the sweep finalises it instead of its producer. */
  readonly isAuto: boolean
}

/** Changes to drafts: adding media, and finalising. */
export function draftChanges(db: ReadDb, sql: WriteStatements, commits: CommitQueue) {
  const byId = db.prepare<[id: string], EventRow>('SELECT created_at, draft, bytes, body FROM event WHERE id = ?')
  const oldest = db.prepare<[before: number, limit: number], EventRow>(
    `SELECT created_at, draft, bytes, body
       FROM event
      WHERE draft = 1 AND created_at < ?
      ORDER BY created_at
      LIMIT ?`,
  )
  const update = db.prepare<[EventRow]>(
    'UPDATE event SET draft = @draft, bytes = @bytes, body = @body WHERE created_at = @created_at',
  )

  /** Rewrites an event, and returns its text. */
  function rewrite(row: EventRow, event: object): string {
    const body = JSON.stringify(event)
    update.run({ ...row, bytes: row.bytes + Buffer.byteLength(body) - Buffer.byteLength(row.body), body })
    return body
  }

  function attach(eventId: string, { list, entry, files }: AttachedMedia): Attached {
    const row = byId.get(eventId)
    if (row === undefined) return 'not-found'
    if (row.draft === 0) return 'final'
    const event = storedEvent(row.body)
    if (event === undefined) throw damagedEvent(eventId)
    const { [list]: entries, original_file_count: original, current_file_count: current } = event
    const counts = { original_file_count: original + files.length, current_file_count: current + files.length }
    rewrite(
      { ...row, bytes: row.bytes + bytesOf(files) },
      { ...event, ...counts, [list]: [...entries, storedEntry(entry)] },
    )
    insertFiles(sql, row.created_at, files)
    return 'attached'
  }

  function finish(row: EventRow, { now, isToSend, isAuto }: Finish): string | undefined {
    const event = storedEvent(row.body)
    if (event === undefined) return undefined
    // After the clock was set back, an event may be later than now.
    const moment = formatMoment(Math.max(now, row.created_at))
    const moments = { finalized_at: moment, ...(isAuto && { auto_finalized_at: moment }) }
    const body = rewrite({ ...row, draft: 0 }, { ...event, draft: false, ...moments })
    if (isToSend) sql.insertOutgoing.run(row.created_at, now)
    return body
  }

  function finalize(eventId: string, now: number, isToSend: boolean): string | undefined {
    const row = byId.get(eventId)
    const body = row?.draft === 1 ? finish(row, { now, isToSend, isAuto: false }) : soundBody(row)
    if (row !== undefined && body === undefined) throw damagedEvent(eventId)
    return body
  }

  /** Finalises a damaged draft without sending it, or each sweep would meet it again. */
  function giveUp(row: EventRow): void {
    update.run({ ...row, draft: 0 })
  }

  return {
    attach: (eventId: string, media: AttachedMedia) => commits.run(() => attach(eventId, media)),
    finalize: (eventId: string, now: number, isToSend: boolean) => commits.run(() => finalize(eventId, now, isToSend)),
    finalizeOld(...[before, now, limit, isToSend]: Parameters<EventWriter['finalizeOld']>) {
      return commits.run(() => {
        const rows = oldest.all(before, limit)
        for (const row of rows) if (finish(row, { now, isToSend, isAuto: true }) === undefined) giveUp(row)
        return rows.length
      })
    },
  }
}

function soundBody(row: EventRow | undefined): string | undefined {
  return row === undefined || storedEvent(row.body) === undefined ? undefined : row.body
}
