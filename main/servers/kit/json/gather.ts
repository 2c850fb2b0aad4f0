import type { IncomingMessage } from 'node:http'
import { errorCodes } from 'fastify'
import { ownBytes } from './own-bytes.ts'

/** The bytes of a body in the order in which they came; their memory belongs to nobody else, so that it can be given to a thread. */
export interface GatheredBody {
  readonly size: number
  readonly blocks: readonly Uint8Array<ArrayBuffer>[]
}

/** Shorter parts of a body are copied together: a body of single bytes would be millions of blocks. */
const BLOCK_BYTES = 64 * 1024
const WORTH_KEEPING = BLOCK_BYTES / 4

/**
 * All bytes of a body as they arrive. Long parts are kept where they are: one piece of memory for a whole body takes tens of milliseconds to
 * fill, which would hold up everybody.
 */
export async function gatherBody(
  payload: IncomingMessage,
  length: string | undefined,
  most: number,
): Promise<GatheredBody> {
  if (Number(length ?? Number.NaN) > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  const gathered = growingBody()
  const { promise, resolve, reject } = Promise.withResolvers<void>()

  function take(chunk: Buffer): void {
    if (gathered.size() + chunk.length > most) return reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    gathered.add(chunk)
  }

  payload.on('data', take)
  payload.once('end', resolve)
  payload.once('error', reject)
  try {
    await promise
  } finally {
    payload.removeListener('data', take)
    payload.removeListener('end', resolve)
    payload.removeListener('error', reject)
  }
  return gathered.whole()
}

/** A body as one piece; only for short ones, and for whoever was given a long one. */
export function joinBody({ blocks, size }: GatheredBody): Buffer {
  const [first] = blocks
  if (first !== undefined && blocks.length === 1) return Buffer.from(first.buffer, 0, first.byteLength)
  return Buffer.concat(blocks, size)
}

/** The memory of a body, for the list of what a thread is given. */
export function buffersOf({ blocks }: GatheredBody): readonly ArrayBuffer[] {
  return blocks.map(({ buffer }) => buffer)
}

/** Blocks that grow: small parts go into one that is open. */
function growingBody() {
  const blocks: Uint8Array<ArrayBuffer>[] = []
  let open = new Uint8Array(0)
  let [filled, size] = [0, 0]

  function closeOpen(): void {
    if (filled > 0) blocks.push(open.subarray(0, filled))
    open = new Uint8Array(0)
    filled = 0
  }

  return {
    size: () => size,
    add(chunk: Buffer): void {
      size += chunk.length
      if (chunk.length >= WORTH_KEEPING) {
        closeOpen()
        blocks.push(ownBytes(chunk))
        return
      }
      if (filled + chunk.length > open.length) {
        closeOpen()
        open = new Uint8Array(BLOCK_BYTES)
      }
      open.set(chunk, filled)
      filled += chunk.length
    },
    whole(): GatheredBody {
      closeOpen()
      return { size, blocks }
    },
  }
}
