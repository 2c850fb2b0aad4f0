import type { z } from 'zod'
import { formatMoment } from '#common/events/moment'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { OutboxState } from '#core/events/ports'
import type { EventSettings } from '#core/events/settings'
import type { StoreStatus } from '#core/events/status'
import type { StatusBody } from '../schemas/status.ts'

export function toStatus(status: StoreStatus, version: string): z.infer<typeof StatusBody> {
  const { totals, span, blockedBecause, readOnly, freeBytes, settings, outbox, layout, uptimeMs } = status
  return {
    version,
    layout,
    uptime_seconds: Math.floor(uptimeMs / 1000),
    ...totals,
    oldest: toMoment(span?.oldest),
    newest: toMoment(span?.youngest),
    capacity_blocked: blockedBecause !== undefined,
    blocked_because: wordsOf(blockedBecause),
    read_only: readOnly ?? null,
    free_bytes: freeBytes ?? null,
    limits: toLimits(settings),
    outbox: toOutbox(outbox),
  }
}

/** By the names that the operator sets them by; keys are not told. */
function toLimits(settings: EventSettings): z.infer<typeof StatusBody>['limits'] {
  return {
    FREE_EVENT_SCHEMAS: settings.freeSchemas,
    RETENTION_DAYS: settings.retentionDays,
    MAX_RECORDS: settings.maxRecords,
    MAX_BYTES: settings.maxBytes,
    MIN_FREE_BYTES: settings.minFreeBytes,
    MAX_RECORD_BYTES: settings.maxRecordBytes,
    MAX_FILE_BYTES: settings.maxFileBytes,
    DRAFT_AUTO_FINALIZE_SECONDS: settings.draftSeconds,
    DEFAULT_SOLUTION_ID: settings.defaultSolution ?? null,
    CLOUD_UPLOAD_URL: settings.upload === undefined ? null : withoutSecrets(settings.upload.url),
  }
}

/** A name, a password and a query may stand in an address. */
function withoutSecrets(url: string): string {
  const { origin, pathname } = new URL(url)
  return origin + pathname
}

function toOutbox(outbox: OutboxState | undefined): z.infer<typeof StatusBody>['outbox'] {
  return {
    enabled: outbox !== undefined,
    waiting: outbox?.waiting ?? 0,
    failing: outbox?.failing ?? 0,
    oldest: toMoment(outbox?.oldest),
    last_failure: wordsOf(outbox?.lastFailure),
  }
}

function wordsOf(said: Message | undefined): string | null {
  return said === undefined ? null : sentenceOf(said)
}

function toMoment(microseconds: number | undefined): string | null {
  return microseconds === undefined ? null : formatMoment(microseconds)
}
