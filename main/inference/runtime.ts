import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#common/errors'
import { err, ok } from '#common/result'
import type { InstalledModel, LoadedModel, ModelRuntime } from '#core/models/inference/ports'
import { type Child, type ChildEnd, startChild } from '#processes/start'
import { outputOf, readHostReply } from './border.ts'
import { silentEnvironment } from './host/environment.ts'
import type { HostReply, HostRequest, RunWish } from './host/messages.ts'
import { requestSender } from './host/request-sender.ts'
import type { HostSettings } from './host/settings.ts'

export interface RuntimeOptions {
  readonly settings: HostSettings
  /** The host's entry where it does not lie beside this file (a packaged app). */
  readonly hostEntry?: URL
  /** Added to the environment of the host. */
  readonly environment?: Readonly<Record<string, string>>
  /** After so many loads an idle process is started again; 100 unless told otherwise. */
  readonly loadsPerProcess?: number
  logFailure(message: string, failure: unknown): void
}

/** The runtime does not give all memory of a network back when it is freed. */
const LOADS_PER_PROCESS = 100
/** A host that ends by itself is started again after this time, doubled each time until a call succeeds. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [100, 10_000]
/** A host that is replaced sends its last refusals within this time. */
const REFUSALS_MS = 250

/** A request before it has a number. */
type Wish =
  | ({ readonly kind: 'run' } & RunWish)
  | { readonly kind: 'load'; readonly model: InstalledModel }
  | { readonly kind: 'unload'; readonly id: string; readonly patienceMs?: number | undefined }

type Reply = Exclude<HostReply, { kind: 'state' | 'overran' }> | { readonly kind: 'stopped' }

interface Host {
  readonly child: Child
  readonly ended: Promise<void>
  readonly waiting: Map<number, (reply: Reply) => void>
  /** One of its models cannot be ended by itself; another host takes its place. */
  isReplaced: boolean
  state: Extract<HostReply, { kind: 'state' }>
}

/** Runs models in a process of their own, which is started when it is first needed and again when it breaks. */
export function modelRuntime(options: RuntimeOptions): ModelRuntime {
  const { settings, hostEntry, environment, loadsPerProcess = LOADS_PER_PROCESS, logFailure } = options
  const entry = hostEntry ?? new URL('./host/process.ts', import.meta.url)
  let host: Host | undefined
  let [calls, pauseMs] = [0, 0]
  let isClosed = false
  let starting: Promise<Host> | undefined
  const sender = requestSender()

  function start(): Host {
    const { promise: ended, resolve: over } = Promise.withResolvers<void>()
    const child = startChild(
      entry,
      { env: silentEnvironment(environment), logs: true },
      {
        message: (message) => heard(started, readHostReply(message)),
        ended: (end) => {
          forget(started, end)
          over()
        },
      },
    )
    const started: Host = {
      child,
      ended,
      waiting: new Map(),
      isReplaced: false,
      state: { kind: 'state', loaded: [], loads: 0, memoryBytes: 0 },
    }
    send(started, { kind: 'settle', settings })
    child.keepAlive(false)
    return started
  }

  function heard(started: Host, reply: HostReply): void {
    if (reply.kind === 'overran') return replace(started)
    if (reply.kind === 'state') {
      // They are slower than their users expect: the log says why.
      for (const { id, provider, passedOver } of newlyPassedOver(started.state.loaded, reply.loaded)) {
        logFailure(`The model ${id} runs on ${provider}, because others failed: ${passedOver.join('; ')}`, undefined)
      }
      started.state = reply
      return
    }
    const settle = started.waiting.get(reply.call)
    started.waiting.delete(reply.call)
    settle?.(reply)
  }

  function forget(started: Host, { code, signal, failure }: ChildEnd): void {
    if (failure) logFailure('The process of the models failed', failure)
    if (host === started) host = undefined
    if (started.waiting.size > 0 && !started.isReplaced) {
      pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs))
      logFailure(`The process of the models ended (${signal ?? code}) while it was in use`, undefined)
    }
    for (const settle of started.waiting.values()) settle({ kind: 'stopped' })
    started.waiting.clear()
  }

  /** Ends a host in which a model computes on and on, once the refusals that it sends are here. */
  function replace(started: Host): void {
    if (started.isReplaced) return
    started.isReplaced = true
    if (host === started) host = undefined
    setTimeout(() => started.child.kill(), REFUSALS_MS)
  }

  /** The running host; a new one when there is none, or when that one has loaded enough and is idle. */
  async function current(): Promise<Host> {
    if (host && host.state.loads >= loadsPerProcess && host.waiting.size === 0) {
      host.child.hangUp()
      host = undefined
    }
    if (host) return host
    starting ??= startAfterPause().finally(() => {
      starting = undefined
    })
    return starting
  }

  async function startAfterPause(): Promise<Host> {
    // One that ended once is needed at once; only one that goes on ending is waited for.
    if (pauseMs > FIRST_PAUSE_MS) await sleep(pauseMs)
    if (isClosed) throw new Error('The runtime of the models is closed')
    host = start()
    return host
  }

  /** A call that another model cut off is asked again, of the host that took over. */
  async function ask(wish: Wish, signal?: AbortSignal): Promise<Reply> {
    const { reply, isCutOff } = await askOnce(wish, signal)
    return isCutOff ? ask(wish, signal) : reply
  }

  async function askOnce(wish: Wish, signal: AbortSignal | undefined) {
    signal?.throwIfAborted()
    let target = await current()
    const earlier = wish.kind === 'unload' ? sender.untilSent(wish.id) : undefined
    if (earlier) {
      await earlier
      // The host of before may have ended meanwhile.
      target = await current()
    }
    calls += 1
    const call = calls
    const cancel = () => send(target, { kind: 'cancel', call })
    signal?.addEventListener('abort', cancel, { once: true })
    try {
      const answered = new Promise<Reply>((resolve) => target.waiting.set(call, resolve))
      keepAlive(target)
      await sender.send({ ...wish, call }, (request) => send(target, request), signal)
      const reply = await answered
      if (reply.kind !== 'stopped') pauseMs = 0
      return { reply, isCutOff: reply.kind === 'stopped' && target.isReplaced && !isClosed }
    } finally {
      target.waiting.delete(call)
      signal?.removeEventListener('abort', cancel)
      keepAlive(target)
    }
  }

  return {
    async run(call, signal) {
      const reply = await ask({ kind: 'run', ...call }, signal)
      return reply.kind === 'ran' ? ok({ ...reply.answer, output: outputOf(call, reply.answer.output) }) : failed(reply)
    },
    async load(model) {
      const reply = await ask({ kind: 'load', model })
      return reply.kind === 'loaded' ? ok(reply.model) : failed(reply)
    },
    async unload(id, patienceMs) {
      if (host) await ask({ kind: 'unload', id, patienceMs })
    },
    async unloadAll() {
      for (const { id } of host?.state.loaded ?? []) await ask({ kind: 'unload', id })
    },
    loaded: () => host?.state.loaded ?? [],
    memoryBytes: () => host?.state.memoryBytes ?? 0,
    processId: () => host?.child.pid(),
    async close() {
      isClosed = true
      if (host === undefined) return
      const { child, ended } = host
      child.keepAlive(true)
      child.kill()
      await ended
    },
  }
}

/** Models that are new, and run on another provider than the preferred one. */
function newlyPassedOver(before: readonly LoadedModel[], now: readonly LoadedModel[]): readonly LoadedModel[] {
  return now.filter(({ id, passedOver }) => passedOver.length > 0 && !before.some((known) => known.id === id))
}

function send({ child }: Host, request: HostRequest): void {
  child.send(request)
}

/** A host that works keeps the program from ending; one that waits does not. */
function keepAlive({ child, waiting }: Host): void {
  child.keepAlive(waiting.size > 0)
}

function failed(reply: Reply) {
  if (reply.kind === 'refused') return err(reply.refusal)
  if (reply.kind === 'stopped') return refuse('inference-process-stopped')
  throw new Error(reply.kind === 'failed' ? reply.message : `The process of the models answered "${reply.kind}"`)
}
