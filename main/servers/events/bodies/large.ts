import { type Refusal, refuse } from '#common/errors'
import { excessIn, type JsonBounds } from '#common/json/bounds'
import type { Result } from '#common/result'
import type { ReadyEvent, ReadyImage } from '#core/events/ready'
import { buffersOf, type GatheredBody, joinBody } from '../../kit/json/gather.ts'
import { type AskedThreads, ThreadEndedError } from '../../kit/json/threads.ts'
import { UnfitRequest } from '../errors.ts'
import { readBodyReply } from './border.ts'

/** Bodies of at least this size are read, checked and prepared in a separate thread. */
export const LARGE_EVENT = 1024 * 1024

/** Shorter bodies are read in a millisecond or two, whatever they contain. */
const SHORT_EVENT = 64 * 1024

/** Bodies above these bounds take as long as long ones. The base64 text of images counts for little. */
const FEW: JsonBounds = { levels: 200, containers: 5000, values: 20_000, members: 10_000 }

/** Returns whether a body takes too long for the answering thread. */
export function isLargeEvent(body: GatheredBody): boolean {
  if (body.size < SHORT_EVENT) return false
  return body.size >= LARGE_EVENT || excessIn(joinBody(body), FEW) !== undefined
}

/** A body that has not been read. It is transferred to the thread that prepares it. */
export class LargeBody {
  readonly body: GatheredBody

  constructor(body: GatheredBody) {
    this.body = body
  }
}

/** Prepares large bodies in another thread. Throws `UnfitRequest` for those that do not fit. */
export interface LargeEventBodies {
  event(body: LargeBody): Promise<Result<ReadyEvent, Refusal>>
  image(body: LargeBody): Promise<Result<ReadyImage, Refusal>>
  close(): Promise<void>
}

/** `threads` run the entry `body-thread`. */
export function largeEventBodies(threads: AskedThreads): LargeEventBodies {
  async function ask(kind: 'event' | 'image', { body }: LargeBody) {
    try {
      const reply = readBodyReply(await threads.ask({ kind, body }, buffersOf(body)))
      if (reply.kind === 'unfit') throw new UnfitRequest(reply.misfits)
      return reply
    } catch (failure) {
      if (!(failure instanceof ThreadEndedError)) throw failure
      return { kind: 'refused', refusal: TOO_LARGE } as const
    }
  }

  return {
    async event(body) {
      const reply = await ask('event', body)
      if (reply.kind === 'refused') return { ok: false, error: reply.refusal }
      if (reply.kind === 'event') return { ok: true, value: reply.event }
      throw new Error('The thread of large bodies answered something else than an event')
    },
    async image(body) {
      const reply = await ask('image', body)
      if (reply.kind === 'refused') return { ok: false, error: reply.refusal }
      if (reply.kind === 'image') return { ok: true, value: reply.image }
      throw new Error('The thread of large bodies answered something else than an image')
    },
    close: threads.close,
  }
}

const TOO_LARGE = refuse('event-record-exceeds-memory').error
