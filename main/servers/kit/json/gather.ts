import type { IncomingMessage } from 'node:http'
import { errorCodes } from 'fastify'

/** Room for a body that does not say how long it is. */
const FIRST_BYTES = 64 * 1024

/**
 * All bytes of a body, each part put into its place as it arrives: one copy of a large body at its end would hold up everybody. Their memory
 * belongs to nobody else, so that it can be given to a thread.
 */
export async function gatherBody(payload: IncomingMessage, length: string | undefined, most: number): Promise<Buffer> {
  const announced = Number(length ?? Number.NaN)
  if (announced > most) throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()
  let store = new ArrayBuffer(Number.isNaN(announced) ? FIRST_BYTES : announced)
  let bytes = new Uint8Array(store)
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<void>()

  function take(chunk: Uint8Array): void {
    if (size + chunk.length > most) return reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    if (size + chunk.length > store.byteLength) {
      store = store.transfer(Math.min(most, 2 * (size + chunk.length)))
      bytes = new Uint8Array(store)
    }
    bytes.set(chunk, size)
    size += chunk.length
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
  return Buffer.from(size === store.byteLength ? store : store.transfer(size))
}
