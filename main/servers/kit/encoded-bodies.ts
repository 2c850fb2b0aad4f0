import type { FastifyInstance, FastifyRequest } from 'fastify'
import { shorten } from '#common/text'
import { endsSoon } from './body-limit.ts'

/** Refuses bodies that are compressed: read as they are, they would look like damaged text or a damaged file. */
export function refuseEncodedBodies(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, reply) => {
    const encoding = request.headers['content-encoding'] ?? ''
    if (!hasBody(request) || isIdentity(encoding)) return
    reply.header('accept-encoding', 'identity')
    if (!endsSoon(request)) reply.header('connection', 'close')
    throw new EncodedBodyError(encoding)
  })
}

class EncodedBodyError extends Error {
  override readonly name = 'EncodedBodyError'
  readonly statusCode = 415

  constructor(encoding: string) {
    super(
      `The header Content-Encoding: ${shorten(encoding)} is not supported. Send the body uncompressed, without this header`,
    )
  }
}

/** Nothing was done to the body. */
function isIdentity(encoding: string): boolean {
  return encoding.split(',').every((each) => ['', 'identity'].includes(each.trim().toLowerCase()))
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}
