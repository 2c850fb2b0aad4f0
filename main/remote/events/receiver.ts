import { randomUUID } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { Agent as SecureAgent } from 'node:https'
import { z } from 'zod'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { message } from '#common/messages/message'
import { err, ok, type Result } from '#common/result'
import type { EventFile } from '#core/events/ports'
import type { UploadSettings } from '#core/events/settings'
import type { CloudReceiver, SendFailure, SendFileFailure } from '#core/events/upload/ports'
import { faultOf } from '../outside/connect.ts'
import { PlainAgent } from '../outside/plain-http.ts'
import { failureOf, misunderstood } from './answers.ts'
import { type Posting, post } from './exchange.ts'

export interface ReceiverLimits {
  /** How long the line may be silent. */
  readonly idleMs?: number
  /** How long one request may take, besides what its bytes need. */
  readonly totalMs?: number
}

/** Our receiver, whose connections can be closed. */
export interface OpenReceiver extends CloudReceiver {
  close(): void
}

const FileTaken = z.object({ sourceId: z.string().min(1).max(1000) })
const EventTaken = z.looseObject({ eventId: z.string().optional() })

/** A cloud that takes vision events over HTTP. Nothing that it answers is believed before it fits, and its redirects are not followed. */
export function cloudReceiver(
  { url, key }: UploadSettings,
  { idleMs = 30_000, totalMs = 60_000 }: ReceiverLimits = {},
): OpenReceiver {
  const { host, protocol } = new URL(url)
  const agent = new (protocol === 'https:' ? SecureAgent : PlainAgent)({ keepAlive: true })
  const about = { host, key }

  /** Asks once; what is wrong with the answer's status is told as a failure. */
  async function ask(path: string, posting: Posting, signal: AbortSignal): Promise<Result<string, SendFailure>> {
    const common = { accept: 'application/json', 'accept-encoding': 'identity', 'user-agent': 'Tessera' }
    const bearer = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const headers = { ...common, ...bearer, ...posting.headers }
    try {
      const answer = await post(addressOf(url, path), { ...posting, headers }, { idleMs, totalMs, agent, signal })
      const failure = failureOf(answer, about)
      if (failure) return err(failure)
      return answer.text === undefined ? err(misunderstood(about)) : ok(answer.text)
    } catch (failure) {
      return err({ kind: 'unreachable', reason: faultOf(host, failure) })
    }
  }

  async function upload(file: EventFile, handle: FileHandle, signal: AbortSignal) {
    const answer = await ask('/vision-events/upload', fileForm(file, handle), signal)
    if (!answer.ok) return answer
    const taken = FileTaken.safeParse(parseBounded(answer.value, SMALL_FILE))
    return taken.success ? ok(taken.data.sourceId) : err(misunderstood(about))
  }

  return {
    async sendFile(file, path, signal) {
      const opened = await openWhole(file, path)
      if (!opened.ok) return opened
      try {
        return await upload(file, opened.value, signal)
      } finally {
        await opened.value.close()
      }
    },
    async sendEvent(event, signal) {
      const text = Buffer.from(JSON.stringify(event))
      const headers = { 'content-type': 'application/json', 'idempotency-key': event.eventId }
      const answer = await ask('/vision-events', { headers, body: once(text), bytes: text.byteLength }, signal)
      if (!answer.ok) return answer
      // An empty answer says as much as the status; a page that somebody else put there is no answer of the receiver.
      const taken = EventTaken.safeParse(answer.value === '' ? {} : parseBounded(answer.value, SMALL_FILE))
      const isOurs = taken.success && (taken.data.eventId ?? event.eventId) === event.eventId
      return isOurs ? ok(undefined) : err(misunderstood(about))
    },
    close: () => agent.destroy(),
  }
}

/** The file with all of its bytes; one that has others than were stored is as good as gone. */
async function openWhole(file: EventFile, path: string): Promise<Result<FileHandle, SendFileFailure>> {
  try {
    const handle = await open(path)
    const { size } = await handle.stat()
    if (size === file.bytes) return ok(handle)
    await handle.close()
    return err({ kind: 'gone' })
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : 'unknown'
    if (code === 'ENOENT') return err({ kind: 'gone' })
    return err({ kind: 'refused', reason: message('event-file-unreadable', { id: file.id, code }) })
  }
}

/** The file as a multipart form with the one part `file`. */
function fileForm({ id, contentType, bytes }: EventFile, handle: FileHandle): Posting {
  const boundary = `tessera-${randomUUID()}`
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : 'application/octet-stream'
  const disposition = `content-disposition: form-data; name="file"; filename="${id}"`
  const head = Buffer.from(`--${boundary}\r\n${disposition}\r\ncontent-type: ${type}\r\n\r\n`)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)

  async function* parts(): AsyncGenerator<Uint8Array> {
    yield head
    for await (const chunk of handle.createReadStream({ autoClose: false })) yield z.instanceof(Uint8Array).parse(chunk)
    yield tail
  }

  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'idempotency-key': id },
    body: parts(),
    bytes: head.byteLength + bytes + tail.byteLength,
  }
}

function addressOf(base: string, path: string): URL {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
