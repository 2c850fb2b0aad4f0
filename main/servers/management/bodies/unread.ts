import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'

/** Most bytes that are looked through for a key. */
const MAX_BYTES = 64 * 1024

const Chunk = z.instanceof(Uint8Array)

/** The body of a request whose method has none of its own, as JSON or a form; undefined where there is none to read. */
export async function readUnreadBody({ headers, raw }: FastifyRequest): Promise<unknown> {
  const isThere = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (!isThere) return undefined
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const given of raw.iterator({ destroyOnReturn: false })) {
    const chunk = Chunk.parse(given)
    bytes += chunk.length
    if (bytes > MAX_BYTES) return undefined
    chunks.push(chunk)
  }
  return parse(Buffer.concat(chunks).toString('utf8'))
}

function parse(text: string): unknown {
  if (!/^\s*[{[]/.test(text)) return Object.fromEntries(new URLSearchParams(text))
  return parseBounded(text, SMALL_FILE)
}
