import { fork } from 'node:child_process'
import { asSent } from './border.ts'

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Limit of the heap. */
  readonly memoryMiB?: number
  /** Whether its log goes to standard error or is discarded. */
  readonly logs?: boolean
}

/** How a process ended: with an exit code, by a signal, or not started at all. */
export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it could not be started. */
  readonly failure?: Error
}

/** Events of a process. Both callbacks run in later turns of the event loop. */
export interface ChildEvents {
  /** A message from `parent().send`, as a structured clone. */
  message(message: unknown): void
  /** Called once. */
  ended(end: ChildEnd): void
}

/** A started process and the channel to it. */
export interface Child {
  /** Process id; undefined while it starts, and if it could not be started. */
  pid(): number | undefined
  /** Sends a message; does nothing after the process has ended. */
  send(message: unknown): void
  /** Kills it at once. */
  kill(): void
  /** Closes the channel; the process exits when it is idle. */
  hangUp(): void
  /** Sets whether it keeps this process alive, which is the default. */
  keepAlive(isNeeded: boolean): void
}

export type StartChild = (entry: URL, options: ChildOptions, events: ChildEvents) => Child

let starter: StartChild = startWithNode

/** Starts a process of this program. */
export function startChild(entry: URL, options: ChildOptions, events: ChildEvents): Child {
  return starter(entry, options, events)
}

/**
 * Replaces the way in which children start. Call once, before anything is started, in a shell that does not run on
 * Node.
 */
export function startChildrenWith(other: StartChild): void {
  starter = other
}

function startWithNode(entry: URL, { env, memoryMiB, logs = false }: ChildOptions, events: ChildEvents): Child {
  const { execArgv } = process
  const child = fork(entry, {
    env,
    // Node drops a program text among its own flags when they are passed on unchanged.
    execArgv: memoryMiB === undefined ? execArgv : [...execArgv, `--max-old-space-size=${memoryMiB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', logs ? 'inherit' : 'ignore', 'ipc'],
  })
  child.on('message', (message: unknown) => events.message(message))
  let isOver = false
  const over = (end: ChildEnd) => {
    if (isOver) return
    isOver = true
    events.ended(end)
  }
  child.once('exit', (code, signal) => over({ code, signal }))
  child.once('error', (failure) => over({ code: null, signal: null, failure }))
  return {
    pid: () => child.pid,
    send: (message) => void (child.connected && child.send(asSent(message), () => undefined)),
    kill: () => void child.kill('SIGKILL'),
    hangUp: () => child.connected && child.disconnect(),
    keepAlive(isNeeded) {
      if (isNeeded) {
        child.ref()
        child.channel?.ref()
      } else {
        child.unref()
        child.channel?.unref()
      }
    },
  }
}
