import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { SaidError } from '#core/said-error'
import type { RenderedImage, RenderJob, VersionRenderer } from '#core/versions/ports'
import { withBudget } from '#decoding/process-budget'
import { ImageReadError } from './image-read-error.ts'
import { type Outcome, type Request, readReply } from './messages.ts'
import { versionRenderer } from './pipeline.ts'

export interface RenderPool extends VersionRenderer {
  close(): Promise<void>
}

export interface RenderPoolOptions {
  readonly threads: number
  /** The worker's entry where it does not lie beside this file (a packaged app). */
  readonly workerUrl?: URL
}

/** Jobs that a thread has before it: while it works on one, the next lies ready, whatever else its asker has to do. */
const JOBS_EACH = 2

/** A thread, which does one job after the other. */
interface Lane {
  /** Jobs that it has before it. */
  jobs: number
  render(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage>
  close(): Promise<void>
}

/**
 * Renders in threads of their own, so that requests are answered while pixels are worked on. Threads are started when they are needed;
 * one that dies fails the job that it was at, and is started again for the next.
 */
export function renderPool({ threads, workerUrl }: RenderPoolOptions): RenderPool {
  const url = workerUrl ?? new URL('./worker.ts', import.meta.url)
  const lanes = Array.from({ length: threads }, () => openLane(url))
  const waiting: ((lane: Lane) => void)[] = []

  /** The thread with the fewest jobs, when it can take one more. */
  async function take(): Promise<Lane> {
    const [idlest] = lanes.toSorted((one, other) => one.jobs - other.jobs)
    if (idlest === undefined || idlest.jobs >= JOBS_EACH) return new Promise((resolve) => waiting.push(resolve))
    idlest.jobs += 1
    return idlest
  }

  function giveBack(lane: Lane): void {
    const next = waiting.shift()
    if (next) next(lane)
    else lane.jobs -= 1
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

interface Open {
  readonly id: number
  readonly job: RenderJob
  readonly inbox: ReturnType<typeof queue>
}

function openLane(url: URL): Lane {
  let worker: Worker | undefined
  let isClosed = false
  let lastId = 0
  /** Jobs that the thread has not ended yet, in the order in which it does them: it is at the first. */
  let open: readonly Open[] = []

  function start(): Worker {
    const started = new Worker(url, withBudget())
    let reason = message('rendering-thread-ended')
    started.on('message', (told: unknown) => {
      const reply = readReply(told)
      open.find(({ id }) => id === reply.id)?.inbox.push(reply)
      if (reply.kind !== 'image') open = open.filter(({ id }) => id !== reply.id)
    })
    started.on('error', (error) => {
      reason = literal(error.message)
    })
    started.on('exit', () => {
      worker = undefined
      const [failed, ...others] = open
      open = others
      failed?.inbox.push(broken(new SaidError(message('rendering-stopped', {}, reason))))
      for (const other of others) {
        if (isClosed) other.inbox.push(broken(closed()))
        else send(other)
      }
    })
    return started
  }

  function send({ id, job }: Open): void {
    worker ??= start()
    worker.ref()
    worker.postMessage({ kind: 'render', id, job } satisfies Request)
  }

  async function* render(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage> {
    signal.throwIfAborted()
    if (isClosed) throw closed()
    const mine = { id: (lastId += 1), job, inbox: queue() }
    const { id, inbox } = mine
    open = [...open, mine]
    send(mine)
    const tell = (kind: 'taken' | 'give-up') => worker?.postMessage({ kind, id } satisfies Request)
    const giveUp = () => tell('give-up')
    signal.addEventListener('abort', giveUp, { once: true })
    let isOver = false
    try {
      while (!isOver) {
        const reply = await inbox.next()
        isOver = reply.kind !== 'image'
        if (reply.kind === 'image') {
          yield reply.image
          tell('taken')
        }
        if (reply.kind === 'failed' || reply.kind === 'broken') throw revived(reply, signal)
      }
    } finally {
      signal.removeEventListener('abort', giveUp)
      if (!isOver) giveUp()
      // Nobody wants the rest: the thread is free once the job has ended.
      while (!isOver) isOver = (await inbox.next()).kind !== 'image'
      if (open.length === 0) worker?.unref()
    }
  }

  return {
    jobs: 0,
    render,
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}

function closed(): Error {
  return new Error('The renderer is closed')
}

/** The thread is gone, and no reply of it comes. */
interface Broken {
  readonly kind: 'broken'
  readonly failure: Error
}

function broken(failure: Error): Broken {
  return { kind: 'broken', failure }
}

function revived(ended: Extract<Outcome, { kind: 'failed' }> | Broken, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason
  if (ended.kind === 'broken') return ended.failure
  const { message: words, unreadable } = ended
  if (unreadable === undefined) return new Error(words)
  return new ImageReadError(unreadable.imageId, words, unreadable.isDamaged)
}

/** Messages in the order in which they came, for one reader. */
function queue() {
  const held: (Outcome | Broken)[] = []
  let wake: (() => void) | undefined
  return {
    push(reply: Outcome | Broken) {
      held.push(reply)
      wake?.()
    },
    async next(): Promise<Outcome | Broken> {
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
