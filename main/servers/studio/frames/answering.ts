import { implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/message-port'
import { annotationsContract } from '#common/contract/annotations'
import { annotationProcedures } from '../procedures/annotations.ts'
import type { StudioServices } from '../services.ts'
import { type LogFailure, tellingFailures } from './telling.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Answers calls of `annotations` as they came over the line of a page: what goes in and what comes out are bytes. */
export function annotationFrames(
  services: Pick<StudioServices, 'workspace' | 'projects' | 'annotations'>,
  logFailure: LogFailure,
): (frame: Bytes) => Promise<Bytes> {
  const router = implement({ annotations: annotationsContract }).router({ annotations: annotationProcedures(services) })
  const handler = new RPCHandler(router, tellingFailures({ logFailure }))
  return async (frame) => {
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
