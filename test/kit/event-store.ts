import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { type EventKeeping, keepEvents } from '#compose/events/event-keeping'
import { eventSettings } from '#compose/events/event-settings'
import type { UploadOptions } from '#compose/events/event-upload'
import { libraryTime } from '#core/time/library-time'
import { buildEvents } from '#servers/events/server'
import { type ApiClient, apiClient } from './api-client.ts'
import { removeFolder } from './remove-folder.ts'

/** A real event store in a folder of its own: its database, its files, and its HTTP server without a port. */
export interface TestEvents {
  readonly http: ApiClient
  readonly keeping: EventKeeping
  /** The library's folder; the events are in its subfolder `events`. */
  readonly library: string
  /** Moves the system clock by milliseconds, also backwards. */
  moveClock(ms: number): void
  /** Advances the system clock and every other clock by milliseconds. */
  passTime(ms: number): void
  /** Runs the maintenance of every minute: finalises drafts, and deletes what exceeds the limits. */
  runUpkeep(): Promise<void>
  /** Closes the store before the test ends, so that it can be opened again on the same folder. */
  close(): Promise<void>
}

export interface TestEventsOptions {
  /** Environment variables: `MAX_RECORDS`, `CLOUD_UPLOAD_URL` … The reserve of disk space is 0 by default. */
  readonly settings?: Readonly<Record<string, string>>
  readonly apiKey?: string
  /** Milliseconds by which the system clock is ahead when the store is opened. */
  readonly clockMs?: number
  /** Last known time before the program ended, in milliseconds since 1970; unknown when absent. */
  readonly seenMs?: number
  /** Free space on the disk; the real one when absent. */
  readonly freeBytes?: () => Promise<number>
  /** How events are sent to the cloud; as in the program when absent. */
  readonly upload?: UploadOptions
  /** Time limit for checking an event against its schema. */
  readonly schemaCheckMs?: number
  /** The folder of a store that was closed before. */
  readonly library?: string
}

/** Opens a store; the end of the test closes it and deletes its folder. */
export async function testEvents({
  settings = {},
  apiKey,
  clockMs = 0,
  seenMs,
  freeBytes,
  library: given,
  upload,
  schemaCheckMs,
}: TestEventsOptions = {}): Promise<TestEvents> {
  const library = given ?? (await mkdtemp(join(tmpdir(), 'tessera-events-')))
  let shiftMs = clockMs
  let passedMs = 0
  const log = pino({ level: 'silent' })
  const wallMs = () => Date.now() + shiftMs + passedMs
  const elapsedMs = () => performance.now() + passedMs
  const keeping = await keepEvents({
    library,
    upload,
    elapsedMs,
    schemaCheckMs,
    time: libraryTime({ wallMs, elapsedMs, seen: seenMs === undefined ? undefined : { seen: seenMs, latest: seenMs } }),
    clock: { now: () => new Date(wallMs()) },
    ...(freeBytes && { freeBytes }),
    random: { hex: (bytes) => randomBytes(bytes).toString('hex') },
    events: eventSettings({ MIN_FREE_BYTES: '0', ...settings }),
    log,
  })
  const options = { appVersion: '1.2.3', apiKey, anyHost: false, log }
  const server = await buildEvents(
    { events: keeping.service, largeBodies: keeping.largeBodies },
    { ...options, maxRecordBytes: keeping.settings.maxRecordBytes },
  )
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close().then(() => keeping.close())
    return closing
  }
  onTestFinished(async () => {
    await close()
    await removeFolder(library)
  })
  return {
    http: apiClient(server, ''),
    keeping,
    library,
    moveClock: (ms) => void (shiftMs += ms),
    passTime: (ms) => void (passedMs += ms),
    runUpkeep: () => keeping.upkeep.round(),
    close,
  }
}

/** Creates an event and returns its id; fails the test when it is refused. */
export async function createEvent(http: ApiClient, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { status, body } = await http.post('/v2/events', { json: newEvent(more) })
  if (status !== 201) throw new Error(`The event is refused with ${status}: ${JSON.stringify(body)}`)
  return z.object({ id: z.string() }).parse(body).id
}

/** Returns a minimal event with additional fields. */
export function newEvent(more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    inference_timestamp: '2026-11-22T10:00:00.123456+00:00',
    event_schema: 'quality_check',
    event_data: { result: 'pass' },
    ...more,
  }
}
