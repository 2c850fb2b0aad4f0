import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { StoredEvent } from '#common/events/stored-event'
import { buildEvents } from '#servers/events/server'
import { listen } from '#servers/kit/listen'
import type { Answered, ApiClient, Asked } from './api-client.ts'
import { createEvent, type TestEvents } from './event-store.ts'

/** No event and no file has this id. */
export const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000'
/** Settings of a store that sends its events to nobody who listens. */
export const UPLOADING = { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9/', DEFAULT_SOLUTION_ID: 'line' }

const Attached = z.object({ file_id: z.string() })

/** Creates a draft and answers its id. */
export function newDraft(http: ApiClient, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return createEvent(http, { draft: true, ...more })
}

/** Asks for one of the operations on an event: `finalize`, `images`, `videos`, `local-only-files`. */
export function postTo(http: ApiClient, eventId: string, what: string, asked: Asked = {}): Promise<Answered> {
  return http.post(`/v2/events/${eventId}/${what}`, asked)
}

/** The id of the file that was attached; fails the test when none was. */
export function fileIn({ body }: { readonly body: unknown }): string {
  return Attached.parse(body).file_id
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Tells which database the files belong to. */
const IDENTITY = 'events.identity.json'

/** Names of all files of events that are on the disk, also of those that are still coming in. */
export async function mediaOn({ library }: TestEvents): Promise<string[]> {
  const found = await readdir(join(library, 'events', 'media'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile() && entry.name !== IDENTITY).map(({ name }) => name)
}

/** The stored event; fails the test when it is none. */
export async function storedEvent(http: ApiClient, eventId: string): Promise<StoredEvent> {
  return StoredEvent.parse((await http.get(`/v2/events/${eventId}`)).body)
}

/** A form with a file of random or given bytes. */
export function fileForm(bytes: Uint8Array | string, type = '', name = 'clip.mp4'): FormData {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name)
  return form
}

export const BOUNDARY = 'tessera-test-boundary'
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** One part of a form, with headers as they are given; nothing is escaped. */
export function formPart(headers: readonly string[], bytes: Uint8Array | string): Buffer {
  const head = [`--${BOUNDARY}`, ...headers, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')])
}

/** The end of a form. */
export const FORM_END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** The same events behind a port of this machine, for what a request without one cannot do. Answers the URL. */
export async function onPort({ keeping }: TestEvents): Promise<string> {
  const options = { appVersion: '1.2.3', apiKey: undefined, anyHost: false, log: pino({ level: 'silent' }) }
  const { service: events, largeBodies, settings } = keeping
  const server = await buildEvents({ events, largeBodies }, { ...options, maxRecordBytes: settings.maxRecordBytes })
  onTestFinished(() => server.close())
  return (await listen('events', server, { host: '127.0.0.1', port: 0 })).url
}
