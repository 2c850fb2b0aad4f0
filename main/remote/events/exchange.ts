import { once } from 'node:events'
import type { Agent, ClientRequest, IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { z } from 'zod'
import { requestPlain } from '../outside/plain-http.ts'

export interface Posting {
  readonly headers: Readonly<Record<string, string>>
  readonly body: AsyncIterable<Uint8Array>
  /** Exactly as many as `body` has. */
  readonly bytes: number
}

export interface ExchangeLimits {
  /** How long the line may be silent, while a connection is made, bytes go out, or an answer is awaited. */
  readonly idleMs: number
  /** How long all of it may take, besides what the body needs on the slowest network. */
  readonly totalMs: number
  readonly agent: Agent
}

export interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
  /** The body; undefined when it is longer than any sensible answer. */
  readonly text: string | undefined
}

const MOST_ANSWER_BYTES = 64 * 1024
const SLOWEST_BYTES_PER_MS = 16

/**
 * Posts a body and reads a short answer. Redirects are answers like any other. Rejects when no whole answer comes within the limits. The
 * answer may come before the body is through: then the rest of it is not sent.
 */
export async function post(
  url: URL,
  { headers, body, bytes }: Posting,
  { idleMs, totalMs, agent, signal }: ExchangeLimits & { readonly signal: AbortSignal },
): Promise<PostAnswer> {
  signal.throwIfAborted()
  const over = new AbortController()
  const needsMs = totalMs + Math.ceil(bytes / SLOWEST_BYTES_PER_MS)
  const limit = AbortSignal.any([signal, over.signal, AbortSignal.timeout(needsMs)])
  const send = url.protocol === 'https:' ? requestSecure : requestPlain
  const asked = send(url, { method: 'POST', agent, headers: { ...headers, 'content-length': bytes }, signal: limit })
  asked.setTimeout(idleMs, () => asked.destroy(new DOMException('No answer in time', 'TimeoutError')))
  const answered = once(asked, 'response', { signal: limit })
  // Errors behind the head reach the reader of the answer; here they are only kept from ending the process.
  asked.on('error', () => undefined)
  // A failure while bytes go out ends the request, and with it the wait for its answer.
  const sent = pump(body, asked, limit).catch((failure: unknown) => void asked.destroy(asError(failure)))
  try {
    const [response] = await answered
    return await read(response)
  } finally {
    // A line on which nothing is left to be said serves the next request.
    if (!asked.writableFinished) over.abort()
    await sent
  }
}

async function pump(body: AsyncIterable<Uint8Array>, asked: ClientRequest, limit: AbortSignal): Promise<void> {
  for await (const chunk of body) {
    limit.throwIfAborted()
    if (!asked.write(chunk)) await once(asked, 'drain', { signal: limit })
  }
  asked.end()
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure))
}

async function read(response: IncomingMessage): Promise<PostAnswer> {
  const { statusCode: status = 0, headers } = response
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response) {
    const piece = z.instanceof(Uint8Array).parse(chunk)
    bytes += piece.byteLength
    // Leaving the loop cuts the line.
    if (bytes > MOST_ANSWER_BYTES) return { status, retryAfter: headers['retry-after'], text: undefined }
    chunks.push(piece)
  }
  return { status, retryAfter: headers['retry-after'], text: Buffer.concat(chunks).toString('utf8') }
}
