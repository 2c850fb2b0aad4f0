import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { refusal } from '#common/errors'
import { excessIn, type JsonBounds } from '#common/json/bounds'
import { limitBodies } from '../../kit/body-limit.ts'
import { forbiddenNameIn, forbiddenRefusal } from '../../kit/json/forbidden-name.ts'
import { gatherBody, joinBody } from '../../kit/json/gather.ts'
import { jsonReader, READ_AT_ONCE } from '../../kit/json/json-reader.ts'
import { type BodyExcess, excessRefusal, FEW_MEMBERS, type ReadJson } from '../../kit/json/read-json.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'

/** Most bytes of a JSON body, where an operation names no other limit. */
export const MAX_JSON_BYTES = 1024 * 1024

/** Bounds that no body of this API comes near, checked before a parser spends time on it. */
const BOUNDS: JsonBounds = { levels: 100, containers: 100_000, values: 500_000, members: FEW_MEMBERS }

/** Types under which bodies are expected as JSON; for a body of another type that is not JSON, the type is reported as the fault. */
const JSON_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded|)\s*(?:;|$)/i

/**
 * Reads bodies as JSON whatever they are called, or not called, and named values of a form as an object; large ones in a thread of their
 * own. No body is no body.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('ignore', 'ignore')
  const json = jsonReader({ bounds: BOUNDS })
  server.addHook('onClose', () => json.close())
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_JSON_BYTES)
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const { headers, routeOptions } = request
    const { encoded } = routeOptions.config
    const type = headers['content-type'] ?? ''
    const body = await gatherBody(payload, headers['content-length'], routeOptions.bodyLimit)
    if (FORM.test(type) && body.size > MAX_JSON_BYTES) throw LARGE_FORM
    if (body.size >= READ_AT_ONCE && !FORM.test(type)) return allowed(valueOf(await json.read(body, encoded), type))
    const text = textOf(joinBody(body))
    if (text.trim() === '') return undefined
    if (isForm(type, text)) return Object.fromEntries(new URLSearchParams(text))
    return new Promise((resolve, reject) => {
      void parseJson(request, text, (failure, value) => (failure ? reject(notJson(type, failure)) : resolve(value)))
    }).then(allowed)
  })
}

const FORM = /urlencoded/i

const LARGE_FORM = new RefusedRequest(refusal('form-too-large', { most: MAX_JSON_BYTES / 1024 / 1024 }))

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw notUtf8()
  const excess = excessIn(bytes, BOUNDS)
  if (excess !== undefined) throw exceeded(excess, BOUNDS)
  return bytes.toString('utf8')
}

function valueOf(read: ReadJson, type: string): unknown {
  switch (read.kind) {
    case 'read':
      return read.value
    case 'not-utf8':
      throw notUtf8()
    case 'not-json':
      throw notJson(type, new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY())
    case 'excess':
      throw exceeded(read.of, BOUNDS)
  }
}

function allowed(value: unknown): unknown {
  const place = forbiddenNameIn(value)
  if (place === undefined) return value
  throw new RefusedRequest(forbiddenRefusal(place))
}

function notJson(type: string, failure: Error): Error {
  return JSON_TYPE.test(type) ? failure : new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type)
}

export function notUtf8(): RefusedRequest {
  return new RefusedRequest(refusal('body-not-utf8'))
}

/** Too many levels are a fault of the form; too many of anything else one of the size. */
export function exceeded(of: BodyExcess, bounds: JsonBounds): RefusedRequest {
  return new RefusedRequest(excessRefusal(of, bounds))
}

function isForm(type: string, text: string): boolean {
  return FORM.test(type) && !/^\s*[{[]/.test(text)
}
