import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChildEvents, ChildOptions, StartChild } from '#processes/start'
import { type FromCore, Program, type ToCore } from './messages.ts'

/** One end of a channel, as Electron gives it. */
export interface Line {
  on(event: 'message', listener: (message: { data: unknown }) => void): unknown
  postMessage(message: unknown): void
  start(): void
  close(): void
}

type AboutChild = Extract<ToCore, { child: number }>

/** Starts the processes of the core by asking the window's process for each. */
export interface Launching {
  readonly start: StartChild
  /** News of a process, with the line to it. */
  hear(message: AboutChild, line: Line | undefined): void
}

interface Launched {
  readonly events: ChildEvents
  /** Messages that are sent before the line is there. */
  readonly waiting: unknown[]
  line?: Line
  pid?: number
  isHungUp: boolean
}

export function launching(tell: (message: FromCore) => void): Launching {
  const children = new Map<number, Launched>()
  let count = 0

  function start(entry: URL, { env = {}, memoryMiB, logs = false }: ChildOptions, events: ChildEvents) {
    count += 1
    const child = count
    const launched: Launched = { events, waiting: [], isHungUp: false }
    children.set(child, launched)
    const { data: program } = Program.safeParse(basename(fileURLToPath(entry)))
    if (program === undefined) queueMicrotask(() => endUnstarted(child, new Error(`Unknown program: ${entry.href}`)))
    else tell({ kind: 'launch', child, program, env: ownVariables(env), memoryMiB, logs })
    return {
      pid: () => launched.pid,
      send: (message: unknown) => void (launched.line?.postMessage(message) ?? launched.waiting.push(message)),
      kill: () => children.has(child) && tell({ kind: 'kill', child }),
      hangUp() {
        launched.isHungUp = true
        launched.line?.close()
      },
      // A process of Electron does not end by itself.
      keepAlive: () => undefined,
    }
  }

  function endUnstarted(child: number, failure: Error): void {
    const { events } = children.get(child) ?? {}
    children.delete(child)
    events?.ended({ code: null, signal: null, failure })
  }

  function hear(message: AboutChild, line: Line | undefined): void {
    const launched = children.get(message.child)
    if (launched === undefined) return line?.close()
    if (message.kind === 'line' && line !== undefined) connect(launched, line)
    if (message.kind === 'born') launched.pid = message.pid
    if (message.kind === 'ended') {
      children.delete(message.child)
      launched.events.ended({ code: message.code, signal: message.isOutOfMemory ? 'SIGABRT' : null })
    }
  }

  return { start, hear }
}

function connect(launched: Launched, line: Line): void {
  launched.line = line
  line.on('message', ({ data }) => launched.events.message(data))
  line.start()
  for (const message of launched.waiting.splice(0)) line.postMessage(message)
  if (launched.isHungUp) line.close()
}

/** The variables that this process does not have itself. */
function ownVariables(env: NodeJS.ProcessEnv): Record<string, string> {
  const own = Object.entries(env).filter(([name, value]) => value !== process.env[name])
  return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
