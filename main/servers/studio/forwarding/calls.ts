import { Readable } from 'node:stream'
import { getContractRouter, isContractProcedure } from '@orpc/contract'
import type { AnyProcedure } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { studioContract } from '#common/contract/contract'
import { FORWARDED_CALLS } from '#common/contract/forwarding'
import type { Declared } from '#common/contract/kit'
import { refuse } from '#common/errors'
import { ReadOnlyError } from '#core/ports'
import { limitBodies } from '../../kit/body-limit.ts'
import { shareRoomOfBodies } from '../../kit/body-room.ts'
import { answer as answerRequest } from '../../kit/refused-request.ts'
import { answer } from '../answer.ts'
import { declaredOf } from '../declared.ts'
import { isHeavyToParse, type LargeFrames, largeWork, MOST_FRAME } from '../frames/routing.ts'
import { type LogFailure, tellingFailures } from '../frames/telling.ts'
import { fromFrame, toFrame } from '../frames/wrapping.ts'
import { studioRouter } from '../router.ts'
import type { StudioServices } from '../services.ts'
import { checkRight, type KeyHolder } from './holder.ts'

/** An edit of some ten thousand shapes. */
const MOST_ANNOTATIONS = 64 * 1024 * 1024
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
  // Before anything of the body is read.
  server.addHook('onRequest', async (request) => {
    const declared = declaredAt(nameIn(request.url))
    if (declared === undefined) answerRequest(refuse('forwarded-call-unknown'))
    answerRequest(checkRight(holderOf(request), declared))
  })
  shareRoomOfBodies(server, { mostBytes: MOST_ANNOTATIONS })
  server.removeAllContentTypeParsers()
  limitBodies(server, MOST_FRAME)
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_FRAME }, (_request, body, done) =>
    done(null, body),
  )

  // A key may be taken back while the body is on its way.
  const heldStill = async (request: FastifyRequest) => {
    const holder = holderOf(request)
    if (!(await isStillKnown(forwarding.services.keys, holder))) answerRequest(refuse('api-key-unknown'))
    return holder
  }
  const answerHere = async (request: FastifyRequest, reply: FastifyReply) => {
    const body = bodyOf(request)
    if (isHeavyToParse(body)) return answerRequest(refuse('forwarded-call-too-large'))
    const holder = await heldStill(request)
    const handled = await handlerOf(holder).handle(toFetched(request, reply, body), { prefix: FORWARDED_CALLS })
    if (!handled.matched) return answerRequest(refuse('forwarded-call-unknown'))
    return sendFetched(reply, handled.response, () => isStillKnown(forwarding.services.keys, holder))
  }
  server.post(`${FORWARDED_CALLS}/*`, answerHere)

  const { frames } = forwarding.services
  if (frames === undefined) return
  const lanes = threadLanes(frames, forwarding.logFailure)
  server.post(`${FORWARDED_CALLS}/annotations/:name`, { bodyLimit: MOST_ANNOTATIONS }, async (request, reply) => {
    const { name } = CallParams.parse(request.params)
    await heldStill(request)
    const answered = await lanes(name, bodyOf(request))
    if (answered === undefined) return answerHere(request, reply)
    return reply.code(answered.status).type('application/json').send(answered.body)
  })
}

const CallParams = z.object({ name: z.string() })

function bodyOf({ body }: FastifyRequest): Buffer {
  return z.instanceof(Buffer).optional().parse(body) ?? Buffer.alloc(0)
}

/** The procedure that an address names, as a path; empty for an address that names none as it should. */
function nameIn(url: string): readonly string[] {
  const [path = ''] = url.split('?')
  const named = path.slice(FORWARDED_CALLS.length + 1)
  return /^[a-zA-Z]+(?:\/[a-zA-Z]+)+$/.test(named) ? named.split('/') : []
}

function declaredAt(path: readonly string[]): Declared | undefined {
  const procedure = path.length === 0 ? undefined : getContractRouter(studioContract, path)
  return isContractProcedure(procedure) ? declaredOf(procedure) : undefined
}

/** Answers calls about very many annotations in threads; undefined for calls that are little work, and those that no thread could answer. */
function threadLanes(frames: LargeFrames, logFailure: LogFailure) {
  return async (name: string, body: Buffer) => {
    const frame = toFrame(`annotations/${name}`, body)
    const doing = frame && largeWork(frame, frames)
    if (frame === undefined || doing === undefined) return undefined
    try {
      return fromFrame(await frames.answer(new Uint8Array(frame), doing))
    } catch (failure) {
      // If this thread can parse the body, it answers it itself, and tells why it cannot.
      if (isHeavyToParse(body)) throw failure
      if (!(failure instanceof ReadOnlyError))
        logFailure('A large call of another Tessera could not be answered', failure)
      return undefined
    }
  }
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
function toFetched(request: FastifyRequest, reply: FastifyReply, body: Buffer): Request {
  const gone = new AbortController()
  reply.raw.once('close', () => void (reply.raw.writableFinished || gone.abort()))
  const type = request.headers['content-type'] ?? 'application/json'
  return new Request(new URL(request.url, 'http://tessera'), {
    method: 'POST',
    headers: { 'content-type': type },
    body: body.length === 0 ? null : new Uint8Array(body),
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
