import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import type { Message } from '#common/messages/template'
import { withBudget } from '#decoding/process-budget'
import { type Reply, type Request, readReply } from './messages.ts'

/** Runs one request at a time in a worker thread, prompts before preparations. A thread that dies is replaced. */
export interface WorkerLane {
  /** Rejects with the signal's reason as soon as it is aborted, and with a plain error if the request fails. */
  run(request: Request, signal: AbortSignal): Promise<Reply>
  close(): Promise<void>
}

const CLOSED = message('segmenter-closed')

interface Job {
  readonly request: Request
  readonly done: PromiseWithResolvers<Reply>
}

export function workerLane(url: URL): WorkerLane {
  const waiting: Job[] = []
  let current: Job | undefined
  let worker: Worker | undefined
  let isClosed = false

  return {
    run(request, signal) {
      const job = { request, done: Promise.withResolvers<Reply>() }
      if (isClosed) job.done.reject(new SaidError(CLOSED))
      else if (signal.aborted) job.done.reject(signal.reason)
      else enqueue(job, signal)
      return job.done.promise
    },
    async close() {
      isClosed = true
      for (const job of waiting.splice(0)) job.done.reject(new SaidError(CLOSED))
      await worker?.terminate()
    },
  }

  function enqueue(job: Job, signal: AbortSignal): void {
    const giveUp = () => {
      Atomics.store(job.request.givenUp, 0, 1)
      const place = waiting.indexOf(job)
      if (place >= 0) waiting.splice(place, 1)
      job.done.reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const forget = () => signal.removeEventListener('abort', giveUp)
    job.done.promise.then(forget, forget)
    waiting.push(job)
    next()
  }

  function next(): void {
    if (current) return
    const prompted = waiting.findIndex(({ request }) => request.prompt)
    const [job] = waiting.splice(Math.max(0, prompted), 1)
    if (!job) return
    current = job
    worker ??= start()
    worker.ref()
    worker.postMessage(job.request)
  }

  function start(): Worker {
    const started = new Worker(url, withBudget())
    let reason: Message = message('thread-ended')
    started.on('message', receive)
    started.on('error', (error) => {
      reason = literal(error.message)
    })
    started.on('exit', () => {
      worker = undefined
      current?.done.reject(new SaidError(isClosed ? CLOSED : message('segment-thread-stopped', {}, reason)))
      current = undefined
      next()
    })
    return started
  }

  function receive(message: unknown): void {
    const job = current
    current = undefined
    try {
      const reply = readReply(message)
      if (reply.kind === 'failed') job?.done.reject(new SaidError(reply.reason))
      else job?.done.resolve(reply)
    } catch (error) {
      job?.done.reject(error)
    }
    worker?.unref()
    next()
  }
}
