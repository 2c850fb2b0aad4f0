import { Readable } from 'node:stream'
import type { AnyProcedure } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { FORWARDED_CALLS } from '#common/contract/forwarding'
import { refuse } from '#common/errors'
import { limitBodies } from '../../kit/body-limit.ts'
import { answer as answerRequest } from '../../kit/refused-request.ts'
import { answer } from '../answer.ts'
import { declaredOf } from '../declared.ts'
import { isHeavyToParse, MOST_FRAME } from '../frames/routing.ts'
import { type LogFailure, tellingFailures } from '../frames/telling.ts'
import { studioRouter } from '../router.ts'
import type { StudioServices } from '../services.ts'
import { checkRight, type KeyHolder } from './holder.ts'

/** Keys whose handlers are kept ready. */
const MOST_HANDLERS = 100

interface Forwarding {
  readonly services: StudioServices
  readonly logFailure: LogFailure
}

/** Answers `POST /_studio/calls/<procedure>` as oRPC writes calls over HTTP: one request a call, which ends with it. */
export function serveForwardedCalls(
  server: FastifyInstance,
  forwarding: Forwarding,
  holderOf: (request: FastifyRequest) => KeyHolder,
): void {
  const handlerOf = handlersByKey(forwarding)
  server.removeAllContentTypeParsers()
  limitBodies(server, MOST_FRAME)
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_FRAME }, (_request, body, done) =>
    done(null, body),
  )

  server.post(`${FORWARDED_CALLS}/*`, async (request, reply) => {
    const body = z.instanceof(Buffer).optional().parse(request.body)
    if (body !== undefined && isHeavyToParse(body)) return answerRequest(refuse('forwarded-call-too-large'))
    const holder = holderOf(request)
    const handler = handlerOf(holder)
    const whileKnown = () => isStillKnown(forwarding.services.keys, holder)
    const handled = await handler.handle(toFetched(request, reply, body), { prefix: FORWARDED_CALLS })
    if (handled.matched) return sendFetched(reply, handled.response, whileKnown)
    return answerRequest(refuse('forwarded-call-unknown'))
  })
}

/** A handler for each key: what a key may give away is bound to what it may do. */
function handlersByKey({ services, logFailure }: Forwarding) {
  const known = new Map<string, ReturnType<typeof handlerFor>>()
  return (holder: KeyHolder) => {
    const entry = known.get(holder.keyId) ?? handlerFor(holder)
    if (known.size >= MOST_HANDLERS) known.clear()
    known.set(holder.keyId, entry)
    // The rights of a key may have changed since its last call.
    entry.holder = holder
    return entry.handler
  }

  function handlerFor(first: KeyHolder) {
    const guard = (procedure: AnyProcedure) => {
      answer(checkRight(entry.holder, declaredOf(procedure)))
    }
    const options = tellingFailures({ guard, logFailure })
    const router = studioRouter({ ...services, grantor: () => entry.holder.by })
    const entry = { holder: first, handler: new RPCHandler(router, options) }
    return entry
  }
}

/** The request as `fetch` knows it. Its signal fires when the asking Tessera gives the call up. */
function toFetched(request: FastifyRequest, reply: FastifyReply, body: Buffer | undefined): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => void (reply.raw.writableFinished || gone.abort()))
  const type = request.headers['content-type'] ?? 'application/json'
  return new Request(new URL(request.url, 'http://tessera'), {
    method: 'POST',
    headers: { 'content-type': type },
    body: body === undefined ? null : new Uint8Array(body),
    signal: gone.signal,
  })
}

function sendFetched(reply: FastifyReply, { status, headers, body }: Response, isOpen: () => Promise<boolean>) {
  const type = headers.get('content-type') ?? 'application/json'
  reply.code(status).header('content-type', type)
  if (body === null) return reply.send('')
  const isStream = type.startsWith('text/event-stream')
  return reply.send(Readable.from(isStream ? whileOpen(body, isOpen) : body, { objectMode: false }))
}

/** A stream outlives the request that its key was checked for. */
async function* whileOpen(body: AsyncIterable<Uint8Array>, isOpen: () => Promise<boolean>) {
  for await (const chunk of body) {
    if (!(await isOpen())) return
    yield chunk
  }
}

async function isStillKnown(keys: StudioServices['keys'], { keyId, by }: KeyHolder): Promise<boolean> {
  const key = await keys.findAnywhere(keyId)
  return key !== undefined && !key.isDisabled && JSON.stringify(key.scopes) === JSON.stringify(by.scopes)
}
