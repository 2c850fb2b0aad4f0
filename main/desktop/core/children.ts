import { join } from 'node:path'
import { MessageChannelMain, type MessagePortMain, type UtilityProcess, utilityProcess } from 'electron'
import type { Launch, ToCore } from './messages.ts'

type Program = Launch['program']

/** The names that lists of processes show. */
const NAMES: Readonly<Record<Program, string>> = {
  'dataset-process.mjs': 'Tessera datasets',
  'model-host.mjs': 'Tessera models',
  'provider-probe.mjs': 'Tessera model trial',
  'tile-process.mjs': 'Tessera tiles',
}

/** The codes of a process that V8 ended for want of memory: its signal on Linux and macOS, its exception on Windows. */
const OUT_OF_MEMORY: ReadonlySet<number> = new Set([6, 0xe0000008, 0xe0000008 - 2 ** 32])

export interface CoreChildren {
  launch(wanted: Launch): void
  kill(child: number): void
  /** Ends those that are left when their core has ended. */
  killAll(): void
}

/**
 * The processes that the core asks for. Only this process can start others: the program cannot be run as Node. Each gets one end of a
 * channel, the core the other, so that nothing of theirs passes through here.
 */
export function coreChildren(tell: (message: ToCore, port?: MessagePortMain) => void): CoreChildren {
  const running = new Map<number, UtilityProcess>()

  function launch({ child, program, env, memoryMiB, logs }: Launch): void {
    const started = utilityProcess.fork(join(import.meta.dirname, program), [], {
      serviceName: NAMES[program],
      env: { ...process.env, ...env },
      execArgv: memoryMiB === undefined ? [] : [`--js-flags=--max-old-space-size=${memoryMiB}`],
      stdio: ['ignore', 'ignore', logs ? 'inherit' : 'ignore'],
    })
    running.set(child, started)
    started.once('spawn', () => tell({ kind: 'born', child, pid: started.pid ?? 0 }))
    started.once('exit', (code) => {
      running.delete(child)
      tell({ kind: 'ended', child, code, isOutOfMemory: OUT_OF_MEMORY.has(code) })
    })
    const { port1, port2 } = new MessageChannelMain()
    started.postMessage('line', [port1])
    tell({ kind: 'line', child }, port2)
  }

  return {
    launch,
    kill: (child) => end(running.get(child)),
    killAll() {
      for (const started of running.values()) end(started)
    },
  }
}

/** At once: a driver that hangs obeys nothing else. One that has not been born yet can only be asked. */
function end(started: UtilityProcess | undefined): void {
  if (started?.pid === undefined) started?.kill()
  else process.kill(started.pid, 'SIGKILL')
}
