import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { MessageChannelMain, type MessagePortMain, utilityProcess } from 'electron'
import type { Message } from '#common/messages/template'
import type { CoreLink } from '../core-link.ts'
import { coreChildren } from './children.ts'
import { type CoreSettings, FromCore } from './messages.ts'
import { type CoreEvents, type CoreFailure, type CoreProcess, superviseCore } from './supervisor.ts'

/** A person's patience; every write that was answered is on disk by then anyhow. */
const STOP_MS = 4500
/** If the core does not report its tasks, the program quits without asking. */
const TASKS_MS = 2000
/** Characters kept of the core's log, to be shown when it does not come up. */
const LOG_CHARACTERS = 64_000
const LAST_LINES = 24
const LINE_CHARACTERS = 200
const FLUSH_MS = 1000

export interface EmbeddedCore extends CoreLink {
  /** Starts the core, also after it was given up. */
  start(): void
  /** The same, on ports that nobody uses. */
  startOnFreePorts(): void
}

/** The core in a utility process of this program. */
export function embeddedCore(wanted: CoreSettings, onFailure: (failure: CoreFailure) => void): EmbeddedCore {
  const waiting = new Set<() => void>()
  let settings = wanted
  let tasks: ((titles: readonly Message[]) => void) | undefined
  const supervisor = superviseCore<MessagePortMain>({
    launch: (events) => launchCore(settings, events, (titles) => tasks?.(titles)),
    onReady: () => {
      for (const connect of waiting) connect()
    },
    onFailure,
    after: (ms, then) => void setTimeout(ms).then(then),
    now: () => performance.now(),
  })
  return {
    start: supervisor.start,
    startOnFreePorts() {
      settings = { ...wanted, ports: { management: 0, inference: 0, events: 0, studio: 0 } }
      supervisor.start()
    },
    address() {
      const ready = supervisor.core()?.ready
      return ready && { origin: ready.origin, token: ready.token }
    },
    serve(offer) {
      const connect = () => {
        const core = supervisor.core()
        if (core === undefined) return
        const { port1, port2 } = new MessageChannelMain()
        core.process.post({ kind: 'connect' }, port1)
        offer(port2)
      }
      waiting.add(connect)
      connect()
      return () => waiting.delete(connect)
    },
    apiKey: () => supervisor.core()?.ready.apiKey,
    async openTasks() {
      const told = new Promise<readonly Message[]>((resolve) => {
        tasks = resolve
      })
      supervisor.core()?.process.post({ kind: 'ask-tasks' })
      return Promise.race([told, setTimeout(TASKS_MS, [])])
    },
    stop: () => supervisor.stop(STOP_MS),
  }
}

function launchCore(
  settings: CoreSettings,
  { message, exit }: CoreEvents,
  hearTasks: (titles: readonly Message[]) => void,
): CoreProcess<MessagePortMain> {
  const child = utilityProcess.fork(join(import.meta.dirname, 'core-process.mjs'), [], {
    serviceName: 'Tessera core',
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const log = keepLog(child.stderr)
  const children = coreChildren((told, port) => child.postMessage(told, port && [port]))
  child.on('message', (data) => {
    const told = FromCore.parse(data)
    if (told.kind === 'launch') children.launch(told)
    else if (told.kind === 'kill') children.kill(told.child)
    else if (told.kind === 'tasks') hearTasks(told.titles)
    else message(told)
  })
  child.on('exit', (code) => {
    children.killAll()
    void log.end().then((lastWords) => exit(code, lastWords))
  })
  child.postMessage({ kind: 'start', settings })
  return {
    post: (sent, port) => child.postMessage(sent, port && [port]),
    kill: () => void child.kill(),
  }
}

/** Passes the core's log on to standard error, and keeps its end. */
function keepLog(stream: NodeJS.ReadableStream | null) {
  let log = ''
  const listen = () =>
    stream?.listenerCount('data') === 0 &&
    stream.on('data', (chunk) => {
      process.stderr.write(chunk)
      log = `${log}${chunk}`.slice(-LOG_CHARACTERS)
    })
  listen()
  return {
    /**
     * The last words often arrive after the news of the end. Electron takes all listeners away as soon as it has told that, so they are
     * put back at the end of the same turn: what is read without one is lost.
     */
    async end(): Promise<string> {
      await Promise.resolve()
      listen()
      if (stream?.readable) await Promise.race([once(stream, 'end'), setTimeout(FLUSH_MS)]).catch(() => undefined)
      return lastLines(log)
    },
  }
}

function lastLines(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '')
  const last = lines.slice(-LAST_LINES).map((line) => line.slice(0, LINE_CHARACTERS).trimEnd())
  return last.join('\n')
}
