import { message } from '#common/messages/message'
import { SaidError } from '#common/messages/said-error'
import { type BoundedLimits, type BoundedProcess, startProcess } from './process.ts'

/**
 * Work on foreign bytes, done in processes with limits. Threads would not do: V8 ends the whole program when it runs out of memory inside
 * of a built-in function, such as `split`, whatever limit the thread has.
 */
export interface BoundedProcesses {
  /** A process for one piece of work; waits while all are taken. Aborting ends the process, but for what is done within a moment. */
  lease(signal: AbortSignal): Promise<BoundedLease>
  /** Starts a process unless one waits for work: what comes soon need not wait for its start. */
  warm(): void
  /** Processes that are working or idle. */
  pids(): readonly number[]
  /** Ends every process; work in progress rejects. */
  close(): Promise<void>
}

export interface BoundedLease {
  pid(): number | undefined
  /** Rejects with `BoundedProcessError` when the process ended, with the failure's name and message when the work failed. */
  ask(request: unknown): Promise<unknown>
  /** Releases the process. */
  release(): void
}

export interface BoundedOptions {
  readonly entry: URL
  readonly limits: BoundedLimits
  /** More wait until one is given back. */
  readonly mostAtOnce: number
}

export function boundedProcesses({ entry, limits, mostAtOnce }: BoundedOptions): BoundedProcesses {
  const running = new Set<BoundedProcess>()
  const idle: BoundedProcess[] = []
  const waiting: PromiseWithResolvers<BoundedProcess>[] = []
  let isClosed = false

  function start(): BoundedProcess {
    const started = startProcess(entry, limits, {
      ending() {
        const place = idle.indexOf(started)
        if (place >= 0) idle.splice(place, 1)
      },
      exited() {
        running.delete(started)
        const next = waiting.shift()
        if (next) next.resolve(start())
      },
    })
    running.add(started)
    return started
  }

  async function take(signal: AbortSignal): Promise<BoundedProcess> {
    const there = idle.pop()
    if (there) return there
    if (running.size < mostAtOnce) return start()
    const place = Promise.withResolvers<BoundedProcess>()
    waiting.push(place)
    const giveUp = () => {
      const at = waiting.indexOf(place)
      if (at >= 0) waiting.splice(at, 1)
      place.reject(signal.reason)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    try {
      return await place.promise
    } finally {
      signal.removeEventListener('abort', giveUp)
    }
  }

  function giveBack(process: BoundedProcess): void {
    if (process.isEnding()) return
    // Nobody waits for the rest of what it does.
    if (process.isBusy()) return void process.end('ended')
    process.send({ kind: 'over' })
    const next = waiting.shift()
    if (next) return next.resolve(process)
    idle.push(process)
    process.rest()
  }

  return {
    async lease(signal) {
      signal.throwIfAborted()
      if (isClosed) throw new SaidError(message('tiles-closing'))
      return leaseOf(await take(signal), { signal, graceMs: limits.graceMs, giveBack })
    },
    warm() {
      if (isClosed || idle.length > 0 || running.size >= mostAtOnce) return
      const started = start()
      idle.push(started)
      started.rest()
    },
    pids: () => [...running].flatMap(({ pid }) => pid() ?? []),
    async close() {
      isClosed = true
      for (const place of waiting.splice(0)) place.reject(new SaidError(message('tiles-closing')))
      await Promise.all([...running].map((process) => process.end('ended')))
    },
  }
}

interface Leasing {
  readonly signal: AbortSignal
  readonly graceMs: number
  readonly giveBack: (process: BoundedProcess) => void
}

function leaseOf(process: BoundedProcess, { signal, graceMs, giveBack }: Leasing): BoundedLease {
  let isReleased = false
  process.wake()
  let grace: NodeJS.Timeout | undefined
  const stop = () => {
    grace = setTimeout(() => void process.end('ended'), graceMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  return {
    pid: process.pid,
    async ask(request) {
      try {
        return await process.ask(request)
      } catch (failure) {
        throw signal.aborted ? signal.reason : failure
      }
    },
    release() {
      if (isReleased) return
      isReleased = true
      signal.removeEventListener('abort', stop)
      clearTimeout(grace)
      giveBack(process)
    },
  }
}
