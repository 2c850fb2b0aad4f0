import type { HostRequest } from './messages.ts'
import { hasLargeImages, sendAhead } from './sent-ahead.ts'

type Send = (request: HostRequest) => void

/** Sends requests to the host: runs after their large images, all others at once. */
export interface RequestSender {
  /** Without large images, requests go out in the order in which they are made. Throws the reason of a signal that is aborted meanwhile. */
  send(request: HostRequest, send: Send, signal: AbortSignal | undefined): Promise<void> | undefined
  /** Waits for the runs of a model whose images are on their way: a request to unload it must not overtake them. */
  untilSent(id: string): Promise<void> | undefined
}

export function requestSender(): RequestSender {
  /** Images that are being sent, with the model that they are for. */
  const onTheirWay = new Map<Promise<unknown>, string>()

  async function sendRun(run: Extract<HostRequest, { kind: 'run' }>, send: Send, signal: AbortSignal | undefined) {
    const sent = sendAhead(run, send, signal)
    onTheirWay.set(sent, run.model.manifest.id)
    try {
      send({ ...run, input: await sent })
    } finally {
      onTheirWay.delete(sent)
    }
  }

  async function untilAll(sent: readonly Promise<unknown>[]): Promise<void> {
    await Promise.allSettled(sent)
  }

  return {
    send(request, send, signal) {
      if (request.kind === 'run' && hasLargeImages(request.input)) return sendRun(request, send, signal)
      send(request)
      return undefined
    },
    untilSent(id) {
      const sent = [...onTheirWay].flatMap(([images, of]) => (of === id ? [images] : []))
      return sent.length === 0 ? undefined : untilAll(sent)
    },
  }
}
