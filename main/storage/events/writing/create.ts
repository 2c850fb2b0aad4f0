import { formatMoment } from '#common/events/moment'
import type { EventFile, EventRecord } from '#core/events/ports'
import type { CommitQueue } from '../../kit/commit-queue.ts'
import type { WriteStatements } from './statements.ts'

/** Amounts that the events of one commit add to the totals. */
export interface Added {
  events: number
  drafts: number
  bytes: number
}

/** Stores events, each with a unique time later than all before, even when the clock was set back. */
export function eventCreation(sql: WriteStatements, commits: CommitQueue, added: Added) {
  let youngest = sql.newest.get() ?? 0

  function insert(record: EventRecord): number {
    const createdAt = Math.max(record.now, youngest + 1)
    const { id, draft, deviceId, eventSchema, workflowId, externalId, relatedEventId, files, isToSend } = record
    const body = storedText(record, createdAt)
    const bytes = Buffer.byteLength(body) + bytesOf(files)
    const drafts = draft ? 1 : 0
    const origin = [deviceId, eventSchema, workflowId, externalId, relatedEventId] as const
    sql.insertEvent.run(createdAt, id, ...origin, drafts, bytes, body)
    for (const [key, value] of record.metadata) sql.insertMetadata.run(key, value, createdAt)
    insertFiles(sql, createdAt, files)
    if (isToSend && !draft) sql.insertOutgoing.run(createdAt, record.now)
    added.events += 1
    added.drafts += drafts
    added.bytes += bytes
    // The time of a failed insert is not reused; gaps have no meaning.
    youngest = createdAt
    return createdAt
  }

  return { create: (record: EventRecord) => commits.run(() => insert(record)) }
}

/** Returns the event as JSON text for answers. Fields that change later come first. */
function storedText({ id, draft, files, members }: EventRecord, createdAt: number): string {
  const moment = `"${formatMoment(createdAt)}"`
  const count = files.length
  return (
    `{"id":"${id}","created_at":${moment},"draft":${draft},"finalized_at":${draft ? 'null' : moment},"auto_finalized_at":null,` +
    `"original_file_count":${count},"current_file_count":${count},${textOf(members)}}`
  )
}

function textOf(members: EventRecord['members']): string {
  if (typeof members === 'string') return members
  const { first, bytes, last } = members
  return `${first}${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')}${last}`
}

export function insertFiles(sql: WriteStatements, event: number, files: readonly EventFile[]): void {
  for (const { id, kind, hash, contentType, bytes } of files)
    sql.insertFile.run({ id, event, kind, hash, content_type: contentType, bytes })
}

export function bytesOf(files: readonly EventFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
