import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '#common/errors'
import type { JsonBounds } from '#common/json/bounds'
import { gatherBody, joinBody } from '../../kit/json/gather.ts'
import { FEW_MEMBERS, readJson } from '../../kit/json/read-json.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'
import { isLargeEvent, LARGE_EVENT, LargeBody } from './large.ts'
import { EVENT_BOUNDS, jsonValue } from './ready.ts'

/** Names that Fastify accepts as a type; it refuses bodies with any other. */
const TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the handler accepts a `LargeBody`. */
    takesLarge?: boolean
  }
}

/** Maximum bytes of a body that is neither an event nor an entry of one: a JSON Schema has at most 256 KB. */
const MOST_IN_OTHERS = LARGE_EVENT
const BOUNDS_OF_OTHERS: JsonBounds = { ...EVENT_BOUNDS, containers: 100_000, values: 500_000, members: FEW_MEMBERS }

/**
 * Reads every body as JSON, whatever its declared type; invalid JSON does not fit. An empty body is no body. Routes
 * that accept large bodies get them unread.
 */
export function readJsonBodies(server: FastifyInstance, maxBytes: number): void {
  server.removeAllContentTypeParsers()
  server.addHook('onRequest', (request, _reply, done) => {
    const type = request.headers['content-type']
    if (type !== undefined && !TYPE.test(type)) request.headers['content-type'] = 'application/json'
    done()
  })
  server.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage) => {
    const body = await gatherBody(payload, headers['content-length'], maxBytes)
    if (body.size === 0) return undefined
    if (routeOptions.config.takesLarge === true && isLargeEvent(body)) return new LargeBody(body)
    if (body.size > MOST_IN_OTHERS) throw new RefusedRequest(refusal('body-too-large', { most: MOST_IN_OTHERS }))
    const bounds = routeOptions.config.takesLarge === true ? EVENT_BOUNDS : BOUNDS_OF_OTHERS
    return jsonValue(readJson(joinBody(body), bounds), bounds)
  })
}
