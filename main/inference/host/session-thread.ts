import { Worker } from 'node:worker_threads'
import type { Provider } from '#common/inference/manifest'
import { literal, message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ModelOverranError, ModelRunError } from './errors.ts'
import { runTimer } from './run-timer.ts'
import type { Session, TensorShelf, Tensors } from './session.ts'
import type { OpenedNetwork, OpenOptions, SessionReply, SessionRequest } from './session-messages.ts'

/** The networks of a model in a thread of their own. */
export interface SessionThread extends TensorShelf {
  readonly provider: Provider
  readonly passedOver: readonly string[]
  readonly sessions: ReadonlyMap<string, Session>
  /** Resolves when the thread is gone. */
  readonly ended: Promise<void>
  /** Frees the networks once what runs is done. */
  close(): Promise<void>
  /** Rejects whatever waits for the thread, which goes on computing until its process ends. */
  abandon(failure: Error): void
}

export interface ThreadOptions {
  readonly open: OpenOptions
  readonly workerUrl: URL
  /** Longest time that loading the networks or one run may take. */
  readonly runSeconds: number
  /** Told when something took longer. */
  overran(): void
}

type OpenedReply = Extract<SessionReply, { kind: 'opened' }>

interface Waiting {
  resolve(outputs: Tensors): void
  reject(failure: Error): void
}

/** Opens the networks in a new thread. Rejects with a `ModelRunError` that says why they cannot be loaded, or with a `ModelOverranError`. */
export async function openSessionThread(options: ThreadOptions): Promise<SessionThread> {
  const { open, workerUrl, runSeconds, overran } = options
  const worker = new Worker(workerUrl)
  const waiting = new Map<number, Waiting>()
  const opening = Promise.withResolvers<OpenedReply>()
  const ended = Promise.withResolvers<void>()
  let failure: Error = new ModelRunError(message('model-thread-ended'))
  let [runs, isOver] = [0, false]
  // Runs come one after the other, so the first that waits is the one that runs.
  const timer = runTimer(runSeconds, () => {
    abandon(new ModelOverranError(runSeconds))
    overran()
  })

  worker.on('message', (reply: SessionReply) => {
    if (reply.kind === 'opened') return opening.resolve(reply)
    if (reply.kind === 'failed' && reply.run === undefined)
      return opening.reject(new ModelRunError(runtimeSays(reply.message)))
    const waiter = reply.run === undefined ? undefined : waiting.get(reply.run)
    if (reply.run !== undefined) waiting.delete(reply.run)
    if (waiting.size > 0) timer.restart()
    else timer.stop()
    if (reply.kind === 'ran') waiter?.resolve(reply.outputs)
    else waiter?.reject(new ModelRunError(runtimeSays(reply.message)))
  })
  worker.on('error', (thrown) => {
    failure = new ModelRunError(runtimeSays(thrown instanceof Error ? thrown.message : String(thrown)))
  })
  worker.on('exit', () => abandon(failure))

  function abandon(why: Error): void {
    if (isOver) return
    isOver = true
    failure = why
    timer.stop()
    opening.reject(why)
    for (const { reject } of waiting.values()) reject(why)
    waiting.clear()
    ended.resolve()
  }

  function send(request: SessionRequest, transfer: readonly ArrayBuffer[] = []): void {
    worker.postMessage(request, [...transfer])
  }

  function sessionOf(role: string, { inputs, outputs }: OpenedNetwork): Session {
    return {
      inputs,
      outputs,
      run(tensors, kept) {
        runs += 1
        const run = runs
        return new Promise((resolve, reject) => {
          if (isOver) return reject(failure)
          waiting.set(run, { resolve, reject })
          if (waiting.size === 1) timer.restart()
          send({ kind: 'run', run, role, inputs: tensors, ...(kept !== undefined && { kept }) }, ownBuffers(tensors))
        })
      },
    }
  }

  function threadOf({ networks, provider, passedOver }: OpenedReply): SessionThread {
    timer.stop()
    return {
      provider,
      passedOver,
      sessions: new Map(Object.entries(networks).map(([role, network]) => [role, sessionOf(role, network)])),
      ended: ended.promise,
      close,
      abandon,
      keep: (name, tensors) => send({ kind: 'keep', name, tensors }, ownBuffers(tensors)),
      drop: (name) => send({ kind: 'drop', name }),
    }
  }

  async function close(): Promise<void> {
    send({ kind: 'close' })
    await ended.promise
  }

  timer.restart()
  send({ kind: 'open', options: open })
  try {
    return threadOf(await opening.promise)
  } catch (refused) {
    timer.stop()
    await close()
    throw refused
  }
}

/** The runtime's own words. */
function runtimeSays(words: string | undefined): Message {
  return words === undefined ? message('no-execution-provider') : literal(words)
}

/** Buffers that hold one tensor alone go over to the thread; a part of a larger buffer is copied. */
function ownBuffers(tensors: Tensors): ArrayBuffer[] {
  const buffers = Object.values(tensors).flatMap(({ data }) =>
    data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength ? [data.buffer] : [],
  )
  return [...new Set(buffers)]
}
