import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { sentenceOf } from '#common/messages/sentence'
import type { Message } from '#common/messages/template'
import type { StoreTotals } from '#core/events/ports'
import { DiskFullError } from '#core/ports'
import { isDamage } from '../../kit/check/damage.ts'
import { buffersIn } from '../border.ts'
import type { Answer, Call, Failure, Opening, Reply, Request } from './messages.ts'

/** A failure in the database's thread, with the database's own message. */
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

  constructor(reason: Message) {
    const said = message('event-thread-stopped', {}, reason)
    super({ code: undefined, message: sentenceOf(said) })
    this.said = said
  }
}

interface Opened {
  /**
   * Time of the latest event in microseconds when the database was opened; undefined without events, and from a reader.
   */
  readonly youngest: number | undefined
}

export interface ThreadLane {
  /** Opens the database if it is not open. Rejects with the reason when that fails. */
  open(): Promise<Opened>
  call(operation: string, args: readonly unknown[]): Promise<unknown>
  /** Waits for pending calls; later calls reject. */
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

/** Batches that the writer has: while it commits one, the next is ready. */
const MOST_BATCHES = 2
/** This many writes are worth a commit of their own while others are being committed. */
const WORTH_A_BATCH = 5

/**
 * One thread of the database. Calls to the writer are sent in batches that share a commit: all of one turn of the event
 * loop, and those that arrive while it is busy, so that a busier store shares more. Calls to the reader are sent one by
 * one, so that a quick one does not wait for a slow one. A thread that dies fails its pending calls and is started
 * again.
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
    let reason: Message = message('thread-ended')
    worker.on('message', (reply: Reply) => {
      if (reply.kind !== 'unopened' && reply.totals) onTotals?.(reply.totals)
      if (reply.kind === 'unopened') reject(toError(reply.failure))
      else if (reply.kind === 'opened') resolve({ worker, youngest: reply.youngest })
      else settle(reply.answers)
      // An idle thread must not keep the program alive.
      if (asked.size === 0) worker.unref()
    })
    worker.on('error', (error) => {
      reason = literal(error.message)
    })
    worker.on('exit', () => {
      const failure = new ThreadStoppedError(reason)
      reject(failure)
      // An earlier thread that failed to open was abandoned, and another one may have started.
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

  /** Sends waiting calls, now or at the end of this turn, or leaves them until the thread has answered. */
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
    // The thread continues with the next batch while these answers are delivered.
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
