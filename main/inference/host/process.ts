import { setDecodeThreads } from '#decoding/engine'
import { parent } from '#processes/parent'
import { readHostRequest } from '../border.ts'
import { modelHost, refusalOf } from './host.ts'
import type { HostReply, HostRequest } from './messages.ts'
import { arrivedPieces } from './sent-ahead.ts'

/** The process in which models live. It may break with a driver; whoever started it starts it again. */

// As many images are decoded side by side as there are requests for them.
setDecodeThreads(1)

const workerUrl = new URL(`./session-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.mjs'}`, import.meta.url)
const pieces = arrivedPieces()
const calls = new Map<number, AbortController>()
let host: ReturnType<typeof modelHost> | undefined

const asker = parent()
asker.onMessage((request) => void serve(readHostRequest(request)))

async function serve(request: HostRequest): Promise<void> {
  if (request.kind === 'settle') {
    host = modelHost({
      settings: request.settings,
      workerUrl,
      changed: tellState,
      overran: () => reply({ kind: 'overran' }),
    })
    return
  }
  if (request.kind === 'piece') return pieces.add(request)
  if (request.kind === 'cancel') {
    pieces.drop(request.call)
    return calls.get(request.call)?.abort()
  }
  if (host === undefined) throw new Error('The host of models was asked something before it was set up')
  const { call } = request
  const aborting = new AbortController()
  calls.set(call, aborting)
  try {
    reply(await answer(host, request, aborting.signal))
  } catch (failure) {
    const refusal = 'model' in request ? refusalOf(failure, request.model) : undefined
    reply(refusal ? { kind: 'refused', call, refusal } : { kind: 'failed', call, message: messageOf(failure) })
  } finally {
    calls.delete(call)
  }
}

type Asked = Exclude<HostRequest, { kind: 'settle' | 'cancel' | 'piece' }>

async function answer(on: ReturnType<typeof modelHost>, request: Asked, signal: AbortSignal): Promise<HostReply> {
  const { call } = request
  switch (request.kind) {
    case 'run':
      return {
        kind: 'ran',
        call,
        answer: await on.run({ ...request, input: pieces.complete(call, request.input) }, signal),
      }
    case 'load':
      return { kind: 'loaded', call, model: await on.load(request.model) }
    case 'unload':
      await on.unload(request.id, request.patienceMs)
      return { kind: 'unloaded', call }
  }
}

function tellState(): void {
  if (host) reply({ kind: 'state', ...host.state(), memoryBytes: process.memoryUsage.rss() })
}

function reply(message: HostReply): void {
  asker.send(message)
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
}
