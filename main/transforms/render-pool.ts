import { Worker } from 'node:worker_threads'
import { literal, message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
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
  /** The worker's entry, if it is not beside this file (in a packaged app). */
  readonly workerUrl?: URL
}

/** Jobs per thread: while it works on one, the next one waits, so that it need not wait for the caller. */
const JOBS_EACH = 2

/** A thread that runs one job after the other. */
interface Lane {
  /** Number of assigned jobs. */
  jobs: number
  render(job: RenderJob, signal: AbortSignal): AsyncGenerator<RenderedImage>
  close(): Promise<void>
}

/**
 * Renders in threads, so that requests are answered meanwhile. Threads start when needed. A thread that dies fails its
 * current job and is replaced for the next one.
 */
export function renderPool({ threads, workerUrl }: RenderPoolOptions): RenderPool {
  const url = workerUrl ?? new URL('./worker.ts', import.meta.url)
  const lanes = Array.from({ length: threads }, () => openLane(url))
  const waiting: ((lane: Lane) => void)[] = []

  /** Waits until the least busy thread can take a job, and returns it. */
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
  /** Unfinished jobs of the thread, in order; it works on the first. */
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
      // The rest is not wanted any more, but the thread is free only when the job has ended.
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

/** A queue of messages for one reader. */
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
