import { type ChildProcess, fork } from 'node:child_process'
import { type FromProcess, OUT_OF_MEMORY, readFromProcess, type ToProcess } from './messages.ts'

/**
 * Work on foreign bytes, done in processes with limits. Threads would not do: V8 ends the whole program when it runs out of memory inside
 * of a built-in function, such as `split`, whatever limit the thread has.
 */
export interface BoundedProcesses {
  /** A process for one piece of work; waits while all are taken. Aborting ends the process, but for what is done within a moment. */
  lease(signal: AbortSignal): Promise<BoundedLease>
  /** Starts a process unless one waits for work: what comes soon need not wait for its start. */
  warm(): void
  /** Those that are at work or wait for it. */
  pids(): readonly number[]
  /** Ends every process; what is under way rejects. */
  close(): Promise<void>
}

export interface BoundedLease {
  readonly pid: number | undefined
  /** Rejects with `BoundedProcessError` when the process ended, with the failure's name and message when the work failed. */
  ask(request: unknown): Promise<unknown>
  /** Gives the process back to others. */
  release(): void
}

export interface BoundedOptions {
  readonly entry: URL
  readonly limits: BoundedLimits
  /** More wait until one is given back. */
  readonly mostAtOnce: number
}

export interface BoundedLimits {
  /** Of the heap of a process. */
  readonly memoryMiB: number
  /** A process that says nothing for so long is ended. */
  readonly silenceMs: number
  /** Grace period after an abort, in which work that has begun may finish. */
  readonly graceMs: number
  /** An unused process is kept for so long. */
  readonly idleMs: number
}

export type EndReason = 'memory' | 'time' | 'ended'

/** A process that ended before it answered. */
export class BoundedProcessError extends Error {
  override readonly name = 'BoundedProcessError'
  readonly reason: EndReason
  /** What it said that it was working on. */
  readonly at: string | undefined

  constructor(reason: EndReason, at: string | undefined) {
    super(reason)
    this.reason = reason
    this.at = at
  }
}

/** What the work of a process failed with. */
export class BoundedWorkError extends Error {
  override readonly name: string

  constructor({ name, message }: Pick<Extract<FromProcess, { kind: 'failed' }>, 'name' | 'message'>) {
    super(message)
    this.name = name
  }
}

export function boundedProcesses({ entry, limits, mostAtOnce }: BoundedOptions): BoundedProcesses {
  const running = new Set<Running>()
  const idle: Running[] = []
  const waiting: PromiseWithResolvers<Running>[] = []
  let isClosed = false

  function start(): Running {
    const started = startProcess(entry, limits, () => {
      running.delete(started)
      const place = idle.indexOf(started)
      if (place >= 0) idle.splice(place, 1)
      const next = waiting.shift()
      if (next) next.resolve(start())
    })
    running.add(started)
    return started
  }

  async function take(signal: AbortSignal): Promise<Running> {
    const there = idle.pop()
    if (there) return there
    if (running.size < mostAtOnce) return start()
    const place = Promise.withResolvers<Running>()
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

  function giveBack(process: Running): void {
    if (process.isOver()) return
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
      if (isClosed) throw new Error('Tessera is closing. Try again after the restart')
      return leaseOf(await take(signal), { signal, graceMs: limits.graceMs, giveBack })
    },
    warm() {
      if (isClosed || idle.length > 0 || running.size >= mostAtOnce) return
      const started = start()
      idle.push(started)
      started.rest()
    },
    pids: () => [...running].flatMap(({ pid }) => pid ?? []),
    async close() {
      isClosed = true
      for (const place of waiting.splice(0)) place.reject(new Error('Tessera is closing. Try again after the restart'))
      await Promise.all([...running].map((process) => process.end('ended')))
    },
  }
}

interface Leasing {
  readonly signal: AbortSignal
  readonly graceMs: number
  readonly giveBack: (process: Running) => void
}

function leaseOf(process: Running, { signal, graceMs, giveBack }: Leasing): BoundedLease {
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

interface Running {
  readonly pid: number | undefined
  ask(request: unknown): Promise<unknown>
  send(message: ToProcess): void
  isOver(): boolean
  isBusy(): boolean
  /** Idle: ended after a while, and does not keep the program alive. */
  rest(): void
  wake(): void
  end(reason: EndReason): Promise<void>
}

/** Silence is counted in so many steps: while the machine sleeps no steps pass. */
const STEPS = 10

function startProcess(entry: URL, { memoryMiB, silenceMs, idleMs }: BoundedLimits, onExit: () => void): Running {
  const child = fork(entry, {
    execArgv: [...process.execArgv, `--max-old-space-size=${memoryMiB}`],
    serialization: 'advanced',
    // Of a process that runs out of memory V8 would write pages into the log.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const asked = new Map<number, PromiseWithResolvers<unknown>>()
  const exited = Promise.withResolvers<void>()
  let [calls, steps] = [0, 0]
  let [hasStarted, isOver] = [false, false]
  let at: string | undefined
  let reason: EndReason | undefined
  let idleTimer: NodeJS.Timeout | undefined

  const silence = setInterval(() => {
    steps = asked.size === 0 || !hasStarted ? 0 : steps + 1
    if (steps > STEPS) void end('time')
  }, silenceMs / STEPS)
  silence.unref()

  child.on('message', (message: unknown) => {
    const reply = readFromProcess(message)
    steps = 0
    hasStarted = true
    if (reply.kind === 'alive') {
      at = reply.at
      return
    }
    const pending = asked.get(reply.call)
    asked.delete(reply.call)
    if (reply.kind === 'answer') pending?.resolve(reply.value)
    else pending?.reject(new BoundedWorkError(reply))
  })
  child.once('exit', (code, signal) => over(reason ?? reasonOf(code, signal)))
  child.once('error', () => over('ended'))

  function over(why: EndReason): void {
    if (isOver) return
    isOver = true
    clearInterval(silence)
    clearTimeout(idleTimer)
    const failure = new BoundedProcessError(why, at)
    for (const pending of asked.values()) pending.reject(failure)
    asked.clear()
    exited.resolve()
    onExit()
  }

  function end(why: EndReason): Promise<void> {
    reason ??= why
    child.kill('SIGKILL')
    return exited.promise
  }

  return {
    pid: child.pid,
    ask(request) {
      const pending = Promise.withResolvers<unknown>()
      if (isOver) {
        pending.reject(new BoundedProcessError('ended', at))
        return pending.promise
      }
      calls += 1
      asked.set(calls, pending)
      send(child, { kind: 'ask', call: calls, request })
      return pending.promise
    },
    send: (message) => send(child, message),
    isOver: () => isOver,
    isBusy: () => asked.size > 0,
    rest() {
      at = undefined
      idleTimer = setTimeout(() => void end('ended'), idleMs)
      idleTimer.unref()
      child.unref()
      child.channel?.unref()
    },
    wake() {
      clearTimeout(idleTimer)
      child.ref()
      child.channel?.ref()
    },
    end,
  }
}

/** One that has ended cannot be told; its end is the answer. */
function send(child: ChildProcess, message: ToProcess): void {
  if (child.connected) child.send(message, () => undefined)
}

/** A process that the system ended without being asked to was too large for the machine. */
function reasonOf(code: number | null, signal: NodeJS.Signals | null): EndReason {
  return code === OUT_OF_MEMORY || signal === 'SIGABRT' || signal === 'SIGKILL' ? 'memory' : 'ended'
}
