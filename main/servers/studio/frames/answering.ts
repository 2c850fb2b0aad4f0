import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { annotationsContract } from '#common/contract/annotations'
import { annotationProcedures } from '../procedures/annotations.ts'
import type { StudioServices } from '../services.ts'
import { callOf } from './routing.ts'
import { type LogFailure, tellingFailures } from './telling.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Answers calls of `annotations` as they came over the line of a page: what goes in and what comes out are bytes. */
export function annotationFrames(
  services: Pick<StudioServices, 'workspace' | 'projects' | 'annotations'>,
  logFailure: LogFailure,
): (frame: Bytes) => Promise<Bytes> {
  const router = implement({ annotations: annotationsContract }).router({ annotations: annotationProcedures(services) })
  return async (frame) => {
    const handler = new RPCHandler(router, tellingFailures({ logFailure, guard: asNamed(frame) }))
    const { promise, resolve } = Promise.withResolvers<Bytes>()
    const hearing = new Map<string, (event?: { readonly data: unknown }) => void>()
    handler.upgrade({
      on: (type: string, listener: (event?: { readonly data: unknown }) => void) => void hearing.set(type, listener),
      postMessage: (message: unknown) => resolve(new TextEncoder().encode(String(message))),
    })
    // A frame that is none ends this thread, and is refused by whoever sent it here.
    hearing.get('message')?.({ data: new TextDecoder().decode(frame) })
    const answer = await promise
    hearing.get('close')?.()
    return answer
  }
}

/** A frame was let in by the name at its head; its JSON may name another call behind that. */
function asNamed(frame: Bytes) {
  const named = callOf(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength))
  return (_procedure: unknown, path: readonly string[]) => {
    if (path.at(-1) !== named) throw new Error(`A frame for annotations.${named} calls ${path.join('.')}`)
  }
}
