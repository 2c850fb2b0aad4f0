import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { StoreTotals } from '#core/events/ports'
import { DiskFullError } from '#core/ports'
import { isDamage } from '../../kit/check/damage.ts'
import { buffersIn } from '../border.ts'
import type { Answer, Call, Failure, Opening, Reply, Request } from './messages.ts'

/** The database's thread could not do what it was asked; the message is the database's own. */
export class EventStoreError extends Error {
  override readonly name = 'EventStoreError'
  readonly code: string

  constructor({ code, message, refusal }: Failure) {
    super(message)
    this.code = code ?? 'event-store-failed'
    // Its presence is what tells a damaged row.
    if (refusal) Object.assign(this, { refusal })
  }
}

/** The thread is gone, with what it was asked. */
class ThreadStoppedError extends EventStoreError {
  readonly said: Message

  constructor(reason: string) {
    const said = message('event-thread-stopped', { reason })
    super({ code: undefined, message: sentenceOf(said) })
    this.said = said
  }
}

interface Opened {
  /** The youngest event's moment in microseconds as the database was opened; undefined without one, and from a reader. */
  readonly youngest: number | undefined
}

export interface ThreadLane {
  /** Opens the database if it is not open. Rejects with the reason when it cannot be opened. */
  open(): Promise<Opened>
  call(operation: string, args: readonly unknown[]): Promise<unknown>
  /** Waits for what is under way; calls that come later reject. */
  close(): Promise<void>
}

interface Thread extends Opened {
  readonly worker: Worker
}

interface LaneOptions extends Opening {
  readonly url: URL
  readonly onTotals?: (totals: StoreTotals) => void
  /** Called when a call failed because the database is damaged. */
  readonly onDamaged?: () => void
}

/** Batches that are with the writer: while it commits one, the next lies ready for it. */
const MOST_BATCHES = 2
/** So many writes are worth a commit of their own while others are being committed. */
const WORTH_A_BATCH = 5

/**
 * One thread of the database. To the writer, calls go over in batches that share a commit: all that are made in one turn of the event loop,
 * and those that gather while it is at work, so the busier the store is, the more writes share a commit. To the reader each goes over by
 * itself, so that a quick one is not answered with a slow one. A thread that dies fails what it was asked and is started again.
 */
export function threadLane({ url, onTotals, onDamaged, ...opening }: LaneOptions): ThreadLane {
  const { role } = opening
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  let waiting: Call[] = []
  let lastId = 0
  let batches = 0
  let isPlanned = false
  let isClosed = false
  let opened: Promise<Thread> | undefined
  let isIdle = Promise.withResolvers<void>()

  function start(): Promise<Thread> {
    const { promise, resolve, reject } = Promise.withResolvers<Thread>()
    const worker = new Worker(url, { workerData: opening satisfies Opening })
    let reason = 'it ended'
    worker.on('message', (reply: Reply) => {
      if (reply.kind !== 'unopened' && reply.totals) onTotals?.(reply.totals)
      if (reply.kind === 'unopened') reject(toError(reply.failure))
      else if (reply.kind === 'opened') resolve({ worker, youngest: reply.youngest })
      else settle(reply.answers)
      // A thread that nobody waits for does not keep the program from ending.
      if (asked.size === 0) worker.unref()
    })
    worker.on('error', (error) => {
      reason = error.message
    })
    worker.on('exit', () => {
      const failure = new ThreadStoppedError(reason)
      reject(failure)
      // One that could not open the database was given up before, and another one may have begun.
      if (opened !== promise) return
      opened = undefined
      failAll(failure)
    })
    return promise
  }

  async function open(): Promise<Thread> {
    const opening = opened ?? start()
    opened = opening
    try {
      return await opening
    } catch (failure) {
      if (opened === opening) opened = undefined
      throw failure
    }
  }

  /** Sends what waits, now or with the rest of this turn; or leaves it until the thread has answered. */
  function plan(): void {
    if (role === 'reader' || (batches < MOST_BATCHES && waiting.length >= WORTH_A_BATCH)) send()
    else if (batches === 0 && waiting.length > 0 && !isPlanned) {
      isPlanned = true
      setImmediate(() => {
        isPlanned = false
        if (batches === 0) send()
      })
    }
  }

  function send(): void {
    if (waiting.length === 0) return
    const request: Request = { kind: 'calls', calls: waiting }
    waiting = []
    batches += 1
    open().then(({ worker }) => {
      worker.ref()
      worker.postMessage(request, buffersIn(request.calls))
    }, failAll)
  }

  function settle(answers: readonly Answer[]): void {
    batches -= 1
    // The thread goes on with the next ones while these are told.
    if (batches === 0) send()
    else plan()
    for (const { id, value, failure } of answers) {
      const pending = asked.get(id)
      asked.delete(id)
      if (failure) refuse(pending, toError(failure))
      else pending?.resolve(value)
    }
    if (asked.size === 0) isIdle.resolve()
  }

  function refuse(pending: PromiseWithResolvers<unknown> | undefined, failure: Error): void {
    if (isDamage(failure)) onDamaged?.()
    pending?.reject(failure)
  }

  function failAll(failure: unknown): void {
    waiting = []
    batches = 0
    for (const pending of asked.values()) pending.reject(failure)
    asked.clear()
    isIdle.resolve()
  }

  return {
    open,
    call(operation, args) {
      if (isClosed) return Promise.reject(new Error('The event store is closed'))
      if (asked.size === 0) isIdle = Promise.withResolvers()
      const pending = Promise.withResolvers<unknown>()
      lastId += 1
      asked.set(lastId, pending)
      waiting.push({ id: lastId, operation, args })
      plan()
      return pending.promise
    },
    async close() {
      isClosed = true
      if (asked.size > 0) await isIdle.promise
      const thread = await opened?.catch(() => undefined)
      if (thread === undefined) return
      const { worker } = thread
      worker.ref()
      const ended = once(worker, 'exit')
      worker.postMessage({ kind: 'close' } satisfies Request)
      await ended
    },
  }
}

function toError(failure: Failure): Error {
  return failure.code === 'disk-full' ? new DiskFullError(new Error(failure.message)) : new EventStoreError(failure)
}
