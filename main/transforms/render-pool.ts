import { Worker } from 'node:worker_threads'
import type { RenderedImage, RenderJob, VersionRenderer } from '#core/versions/ports'
import { withBudget } from '#decoding/process-budget'
import { ImageReadError } from './image-read-error.ts'
import { type Reply, type Request, readReply } from './messages.ts'
import { versionRenderer } from './pipeline.ts'

export interface RenderPool extends VersionRenderer {
  close(): Promise<void>
}

export interface RenderPoolOptions {
  readonly threads: number
  /** The worker's entry where it does not lie beside this file (a packaged app). */
  readonly workerUrl?: URL
}

/** One job at a time. */
interface Lane {
  render(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage>
  close(): Promise<void>
}

/**
 * Renders in threads of their own, so that requests are answered while pixels are worked on. Threads are started when they are needed;
 * one that dies fails its job and is started again for the next.
 */
export function renderPool({ threads, workerUrl }: RenderPoolOptions): RenderPool {
  const url = workerUrl ?? new URL('./worker.ts', import.meta.url)
  const lanes = Array.from({ length: threads }, () => openLane(url))
  const free = [...lanes]
  const waiting: ((lane: Lane) => void)[] = []

  async function take(): Promise<Lane> {
    return free.pop() ?? new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(lane: Lane): void {
    const next = waiting.shift()
    if (next) next(lane)
    else free.push(lane)
  }

  return {
    ...versionRenderer,
    async *render(job, signal) {
      const lane = await take()
      try {
        yield* lane.render(job, signal)
      } finally {
        giveBack(lane)
      }
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()))
    },
  }
}

function openLane(url: URL): Lane {
  let worker: Worker | undefined
  let isClosed = false
  let inbox = queue()

  function start(): Worker {
    const started = new Worker(url, withBudget())
    let reason = 'it ended'
    started.on('message', (message: unknown) => inbox.push(readReply(message)))
    started.on('error', (error) => {
      reason = error.message
    })
    started.on('exit', () => {
      worker = undefined
      inbox.push({ kind: 'failed', name: 'Error', message: `The render worker stopped: ${reason}` })
    })
    return started
  }

  async function* render(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage> {
    signal.throwIfAborted()
    if (isClosed) throw new Error('The renderer is closed')
    inbox = queue()
    worker ??= start()
    worker.ref()
    const send = (request: Request) => worker?.postMessage(request)
    const giveUp = () => send({ kind: 'give-up' })
    signal.addEventListener('abort', giveUp, { once: true })
    send({ kind: 'render', job })
    let isOver = false
    try {
      while (!isOver) {
        const reply = await inbox.next()
        isOver = reply.kind !== 'image'
        if (reply.kind === 'image') {
          yield reply.image
          send({ kind: 'taken' })
        }
        if (reply.kind === 'failed') throw revived(reply, signal)
      }
    } finally {
      signal.removeEventListener('abort', giveUp)
      if (!isOver) await drain(giveUp)
      worker?.unref()
    }
  }

  /** Nobody wants the rest: the thread is free once the job has ended. */
  async function drain(giveUp: () => void): Promise<void> {
    giveUp()
    for (let reply = await inbox.next(); reply.kind === 'image'; ) reply = await inbox.next()
  }

  return {
    render,
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

function revived({ message, unreadable }: Extract<Reply, { kind: 'failed' }>, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (unreadable === undefined) return new Error(message)
  return new ImageReadError(unreadable.imageId, message, unreadable.isDamaged)
}

/** Messages in the order in which they came, for one reader. */
function queue() {
  const held: Reply[] = []
  let wake: (() => void) | undefined
  return {
    push(reply: Reply) {
      held.push(reply)
      wake?.()
    },
    async next(): Promise<Reply> {
      for (;;) {
        const reply = held.shift()
        if (reply) return reply
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
