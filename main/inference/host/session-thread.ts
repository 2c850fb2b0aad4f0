import { Worker } from 'node:worker_threads'
import type { Provider } from '#common/inference/manifest'
import { ModelRunError } from './errors.ts'
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
}

interface Waiting {
  resolve(outputs: Tensors): void
  reject(failure: Error): void
}

/** Opens the networks in a new thread. Rejects with a `ModelRunError` that says why they cannot be loaded. */
export async function openSessionThread(options: OpenOptions, workerUrl: URL): Promise<SessionThread> {
  const worker = new Worker(workerUrl)
  const waiting = new Map<number, Waiting>()
  const opening = Promise.withResolvers<Extract<SessionReply, { kind: 'opened' }>>()
  const ended = Promise.withResolvers<void>()
  let reason = 'its thread ended'
  let runs = 0
  let isOver = false

  worker.on('message', (reply: SessionReply) => {
    if (reply.kind === 'opened') return opening.resolve(reply)
    if (reply.kind === 'failed' && reply.run === undefined) return opening.reject(new ModelRunError(reply.message))
    const waiter = reply.run === undefined ? undefined : waiting.get(reply.run)
    if (reply.run !== undefined) waiting.delete(reply.run)
    if (reply.kind === 'ran') waiter?.resolve(reply.outputs)
    else waiter?.reject(new ModelRunError(reply.message))
  })
  worker.on('error', (failure) => {
    reason = failure instanceof Error ? failure.message : String(failure)
  })
  worker.on('exit', () => {
    isOver = true
    const failure = new ModelRunError(reason)
    opening.reject(failure)
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
    ended.resolve()
  })

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
          if (isOver) return reject(new ModelRunError(reason))
          waiting.set(run, { resolve, reject })
          send({ kind: 'run', run, role, inputs: tensors, ...(kept !== undefined && { kept }) }, ownBuffers(tensors))
        })
      },
    }
  }

  async function close(): Promise<void> {
    send({ kind: 'close' })
    await ended.promise
  }

  send({ kind: 'open', options })
  try {
    const { provider, networks, passedOver } = await opening.promise
    const sessions = new Map(Object.entries(networks).map(([role, network]) => [role, sessionOf(role, network)]))
    return {
      ...{ provider, passedOver, sessions, ended: ended.promise, close },
      keep: (name, tensors) => send({ kind: 'keep', name, tensors }, ownBuffers(tensors)),
      drop: (name) => send({ kind: 'drop', name }),
    }
  } catch (failure) {
    await close()
    throw failure
  }
}

/** Buffers that hold one tensor alone go over to the thread; a part of a larger buffer is copied. */
function ownBuffers(tensors: Tensors): ArrayBuffer[] {
  const buffers = Object.values(tensors).flatMap(({ data }) =>
    data.buffer instanceof ArrayBuffer && data.byteLength === data.buffer.byteLength ? [data.buffer] : [],
  )
  return [...new Set(buffers)]
}
