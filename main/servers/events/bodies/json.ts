import type { FastifyInstance } from 'fastify'
import { parseLargeJson } from '../../kit/large-json.ts'
import { UnfitRequest } from '../errors.ts'

/** What Fastify takes for the name of a type; it refuses a body under any other. */
const TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/** Pictures as base64 from this length on are not looked at letter by letter. */
const LARGE = 16 * 1024

/** Programs that read events recurse into them, and give up somewhere behind this. */
const MOST_LEVELS = 200

/** Every body is read as JSON, whatever its sender calls it; what is none does not fit. No body is no body. */
export function readJsonBodies(server: FastifyInstance, maxBytes: number): void {
  server.removeAllContentTypeParsers()
  server.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']
    if (type !== undefined && !TYPE.test(type)) request.headers['content-type'] = 'application/json'
    done()
  })
  const reading = { parseAs: 'buffer', bodyLimit: maxBytes } as const
  server.addContentTypeParser('*', reading, (_request, bytes: Buffer, done) => {
    try {
      done(null, bytes.length === 0 ? undefined : parseJson(bytes))
    } catch (failure) {
      done(failure instanceof Error ? failure : new Error(String(failure)))
    }
  })
}

function parseJson(bytes: Buffer): unknown {
  const body = parsed(bytes)
  if (isDeeperThan(body, MOST_LEVELS)) throw unfit(`The body has more than ${MOST_LEVELS} levels`, 'too_deep')
  return body
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseLargeJson(bytes, LARGE)
  } catch (failure) {
    const why = failure instanceof Error ? failure.message.slice(0, 200) : ''
    throw unfit(`The body is not valid JSON: ${why}`, 'json_invalid')
  }
}

function unfit(msg: string, type: string): UnfitRequest {
  return new UnfitRequest([{ loc: ['body'], msg, type }])
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const parts = Array.isArray(value) ? value : Object.values(value)
  for (const part of parts) if (isDeeperThan(part, levels - 1)) return true
  return false
}
