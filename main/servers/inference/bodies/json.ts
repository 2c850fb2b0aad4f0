import type { FastifyInstance } from 'fastify'
import { parseLargeJson } from '../../kit/large-json.ts'
import { MAX_BODY_BYTES, UnfitRequest } from '../errors.ts'

/** Reads bodies as JSON whatever they are called. No body is no body. */
export function readJsonBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  const reading = { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES } as const
  server.addContentTypeParser('*', reading, (_request, bytes: Buffer, done) => {
    try {
      done(null, bytes.length === 0 ? undefined : parseLargeJson(bytes))
    } catch (failure) {
      const why = failure instanceof Error ? failure.message.slice(0, 200) : ''
      done(new UnfitRequest([{ loc: ['body'], msg: `The body is not valid JSON: ${why}`, type: 'json_invalid' }]))
    }
  })
}
