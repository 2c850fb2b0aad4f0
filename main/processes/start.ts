import { fork } from 'node:child_process'
import { asSent } from './border.ts'

export interface ChildOptions {
  readonly env?: NodeJS.ProcessEnv
  /** Of its heap. */
  readonly memoryMiB?: number
  /** Whether its log goes to standard error; nowhere otherwise. */
  readonly logs?: boolean
}

/** How a process ended: by itself with a code, by a signal, or not even started. */
export interface ChildEnd {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it could not be started. */
  readonly failure?: Error
}

/** News of a process. Both are called in later turns. */
export interface ChildEvents {
  /** A message that `parent().send` sent there, as a structured clone. */
  message(message: unknown): void
  /** Once. */
  ended(end: ChildEnd): void
}

/** A process that was started, and the line to it. */
export interface Child {
  /** Its number in the system; undefined while it starts, and where it could not be started. */
  pid(): number | undefined
  /** Does nothing after its end, which is the answer then. */
  send(message: unknown): void
  /** Ends it at once. */
  kill(): void
  /** Cuts the line: it ends by itself when it is idle. */
  hangUp(): void
  /** Whether it keeps this program from ending by itself, as it does at first. */
  keepAlive(isNeeded: boolean): void
}

export type StartChild = (entry: URL, options: ChildOptions, events: ChildEvents) => Child

let starter: StartChild = startWithNode

/** Starts a process of this program. */
export function startChild(entry: URL, options: ChildOptions, events: ChildEvents): Child {
  return starter(entry, options, events)
}

/** For a shell whose program is not Node, once, before anything is started. */
export function startChildrenWith(other: StartChild): void {
  starter = other
}

function startWithNode(entry: URL, { env, memoryMiB, logs = false }: ChildOptions, events: ChildEvents): Child {
  const { execArgv } = process
  const child = fork(entry, {
    env,
    // Of its own flags, passed on as they are, Node drops a program in their text.
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
