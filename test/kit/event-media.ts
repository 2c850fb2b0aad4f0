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

/** An id that no event and no file has. */
export const UNKNOWN_ID = '01990000-0000-7000-8000-000000000000'
/** Settings of a store that sends its events to an address without a server. */
export const UPLOADING = { CLOUD_UPLOAD_URL: 'http://127.0.0.1:9/', DEFAULT_SOLUTION_ID: 'line' }

const Attached = z.object({ file_id: z.string() })

/** Creates a draft and returns its id. */
export function newDraft(http: ApiClient, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return createEvent(http, { draft: true, ...more })
}

/** Calls one of the operations on an event: `finalize`, `images`, `videos`, `local-only-files`. */
export function postTo(http: ApiClient, eventId: string, what: string, asked: Asked = {}): Promise<Answered> {
  return http.post(`/v2/events/${eventId}/${what}`, asked)
}

/** Returns the id of the attached file; fails the test when there is none. */
export function fileIn({ body }: { readonly body: unknown }): string {
  return Attached.parse(body).file_id
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** File that identifies the database to which the files belong. */
const IDENTITY = 'events.identity.json'

/** Returns the names of all event files on disk, including those that are still being received. */
export async function mediaOn({ library }: TestEvents): Promise<string[]> {
  const found = await readdir(join(library, 'events', 'media'), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile() && entry.name !== IDENTITY).map(({ name }) => name)
}

/** Returns the stored event; fails the test when there is none. */
export async function storedEvent(http: ApiClient, eventId: string): Promise<StoredEvent> {
  return StoredEvent.parse((await http.get(`/v2/events/${eventId}`)).body)
}

/** Returns a form with a file of random or given bytes. */
export function fileForm(bytes: Uint8Array | string, type = '', name = 'clip.mp4'): FormData {
  const form = new FormData()
  form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name)
  return form
}

export const BOUNDARY = 'tessera-test-boundary'
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** Returns one part of a form with the headers as given, without escaping. */
export function formPart(headers: readonly string[], bytes: Uint8Array | string): Buffer {
  const head = [`--${BOUNDARY}`, ...headers, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n')])
}

/** The end of a form. */
export const FORM_END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** Serves the same events on a local port, for requests that need one. Returns the URL. */
export async function onPort({ keeping }: TestEvents): Promise<string> {
  const options = { appVersion: '1.2.3', apiKey: undefined, anyHost: false, log: pino({ level: 'silent' }) }
  const { service: events, largeBodies, settings } = keeping
  const server = await buildEvents({ events, largeBodies }, { ...options, maxRecordBytes: settings.maxRecordBytes })
  onTestFinished(() => server.close())
  return (await listen('events', server, { host: '127.0.0.1', port: 0 })).url
}
