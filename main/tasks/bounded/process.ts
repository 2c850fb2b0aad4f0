import type { Refusal } from '#common/errors'
import { type Child, type ChildEnd, startChild } from '#processes/start'
import { type FromProcess, OUT_OF_MEMORY, readFromProcess, type ToProcess } from './messages.ts'

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
  /** Work that it last reported. */
  readonly at: string | undefined

  constructor(reason: EndReason, at: string | undefined) {
    super(reason)
    this.reason = reason
    this.at = at
  }
}

/** Failure of the work in a process. */
export class BoundedWorkError extends Error {
  override readonly name: string
  readonly refusal: Refusal | undefined

  constructor({ name, message, refusal }: Omit<Extract<FromProcess, { kind: 'failed' }>, 'kind' | 'call'>) {
    super(message)
    this.name = name
    this.refusal = refusal
  }
}

/** A process that works with limits. */
export interface BoundedProcess {
  pid(): number | undefined
  ask(request: unknown): Promise<unknown>
  send(message: ToProcess): void
  /** It has ended, or was told to: it takes no work. */
  isEnding(): boolean
  isBusy(): boolean
  /** Idle: ended after a while, and does not keep the program alive. */
  rest(): void
  wake(): void
  end(reason: EndReason): Promise<void>
}

interface Told {
  /** No work may be given to it; more than once where it was ended. */
  readonly ending: () => void
  readonly exited: () => void
}

/** Silence is counted in so many steps: while the machine sleeps no steps pass. */
const STEPS = 10

/** Starts one; `told` hears of its end. */
export function startProcess(entry: URL, { memoryMiB, silenceMs, idleMs }: BoundedLimits, told: Told): BoundedProcess {
  // Of a process that runs out of memory V8 would write pages into the log, so that it has none.
  const child = startChild(entry, { memoryMiB }, { message: heard, ended: (end) => over(reason ?? reasonOf(end)) })
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

  function heard(message: unknown): void {
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
  }

  function over(why: EndReason): void {
    if (isOver) return
    isOver = true
    clearInterval(silence)
    clearTimeout(idleTimer)
    const failure = new BoundedProcessError(why, at)
    for (const pending of asked.values()) pending.reject(failure)
    asked.clear()
    exited.resolve()
    told.ending()
    told.exited()
  }

  function isEnding(): boolean {
    return isOver || reason !== undefined
  }

  function end(why: EndReason): Promise<void> {
    reason ??= why
    told.ending()
    child.kill()
    return exited.promise
  }

  return {
    pid: () => child.pid(),
    ask(request) {
      const pending = Promise.withResolvers<unknown>()
      if (isEnding()) {
        pending.reject(new BoundedProcessError(reason ?? 'ended', at))
        return pending.promise
      }
      calls += 1
      asked.set(calls, pending)
      tell(child, { kind: 'ask', call: calls, request })
      return pending.promise
    },
    send: (message) => tell(child, message),
    isEnding,
    isBusy: () => asked.size > 0,
    rest() {
      at = undefined
      idleTimer = setTimeout(() => void end('ended'), idleMs)
      idleTimer.unref()
      child.keepAlive(false)
    },
    wake() {
      clearTimeout(idleTimer)
      child.keepAlive(true)
    },
    end,
  }
}

function tell(child: Child, message: ToProcess): void {
  child.send(message)
}

/** A process that the system ended without being asked to was too large for the machine. */
function reasonOf({ code, signal }: ChildEnd): EndReason {
  return code === OUT_OF_MEMORY || signal === 'SIGABRT' || signal === 'SIGKILL' ? 'memory' : 'ended'
}
