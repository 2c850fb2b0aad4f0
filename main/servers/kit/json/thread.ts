import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { readJson } from './read-json.ts'

/** The thread that reads large JSON bodies. */

const Asked = z.object({
  bytes: z.instanceof(Uint8Array<ArrayBuffer>),
  bounds: z.object({ levels: z.number(), containers: z.number(), values: z.number(), members: z.number() }),
  only: z.string().optional(),
})

parentPort?.on('message', (message: unknown) => {
  const { bytes, bounds, only } = Asked.parse(message)
  const read = readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), bounds)
  if (only === undefined) return parentPort?.postMessage({ answer: { read } })
  const isWanted = read.kind !== 'read' || holdsText(read.value, only)
  const told = isWanted ? read : { kind: 'read', value: undefined }
  return parentPort?.postMessage({ answer: { read: told, bytes } }, [bytes.buffer])
})

function holdsText(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string'
}
