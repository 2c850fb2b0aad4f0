import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import type { Refusal } from '#common/errors'

/** Threads that answer one question after the other, each in a thread that has nothing else to do. */
export interface AskedThreads {
  /** Rejects with `ThreadEndedError` when the thread ran out of memory, and with what it failed with otherwise. The buffers of `given` go over and are gone here. */
  ask(question: unknown, given?: readonly ArrayBuffer[]): Promise<unknown>
  close(): Promise<void>
}

export interface ThreadOptions {
  readonly url: URL
  readonly workerData?: unknown
  readonly most: number
  /** Of the heap of each. */
  readonly memoryMiB: number
}

/** A request took more memory than a thread may have. */
export class ThreadEndedError extends Error {
  override readonly name = 'ThreadEndedError'
}

interface Question {
  readonly question: unknown
  readonly given: readonly ArrayBuffer[]
  readonly answered: PromiseWithResolvers<unknown>
}

interface Thread {
  readonly worker: Worker
  current: Question | undefined
}

/** Message of a thread: an answer, or the failure of its work. */
const Reply = z.union([
  z.object({ answer: z.unknown() }),
  z.object({ failure: z.string(), code: z.string().exactOptional(), refusal: z.custom<Refusal>().exactOptional() }),
])

/** Starts threads when they are needed; an idle one keeps no program from ending. */
export function askedThreads({ url, workerData, most, memoryMiB }: ThreadOptions): AskedThreads {
  const waiting: Question[] = []
  const threads = new Set<Thread>()
  let isClosed = false

  function next(): void {
    const idle = [...threads].find(({ current }) => current === undefined)
    const thread = idle ?? (threads.size < most && waiting.length > 0 ? start() : undefined)
    const question = thread && waiting.shift()
    if (!thread || !question) return
    send(question, thread)
    next()
  }

  function send(question: Question, thread: Thread): void {
    try {
      thread.worker.postMessage(question.question, [...question.given])
    } catch (failure) {
      // It cannot be cloned, and the thread, which may be new, has heard nothing of it.
      thread.worker.unref()
      question.answered.reject(failure)
      return
    }
    thread.current = question
    thread.worker.ref()
  }

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMiB }
    const worker = new Worker(url, { workerData, resourceLimits })
    const thread: Thread = { worker, current: undefined }
    threads.add(thread)
    let failure: unknown = new Error('A thread ended before it answered')
    worker.on('message', (message: unknown) => {
      const asked = thread.current
      thread.current = undefined
      worker.unref()
      const reply = Reply.parse(message)
      if ('failure' in reply) asked?.answered.reject(toError(reply))
      else asked?.answered.resolve(reply.answer)
      next()
    })
    worker.on('error', (thrown) => {
      failure = isOutOfMemory(thrown) ? new ThreadEndedError(thrown.message) : thrown
    })
    worker.on('exit', () => {
      threads.delete(thread)
      thread.current?.answered.reject(failure)
      if (!isClosed) next()
    })
    return thread
  }

  return {
    ask(question, given = []) {
      const answered = Promise.withResolvers<unknown>()
      if (isClosed) answered.reject(new Error('The server ends'))
      else waiting.push({ question, given, answered })
      if (!isClosed) next()
      return answered.promise
    },
    async close() {
      isClosed = true
      for (const { answered } of waiting.splice(0)) answered.reject(new Error('The server ends'))
      await Promise.all([...threads].map(({ worker }) => worker.terminate()))
    },
  }
}

function toError({ failure, ...known }: { readonly failure: string }): Error {
  return Object.assign(new Error(failure), known)
}

function isOutOfMemory(failure: unknown): failure is Error {
  return failure instanceof Error && 'code' in failure && failure.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
