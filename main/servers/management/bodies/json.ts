import { isUtf8 } from 'node:buffer'
import { errorCodes, type FastifyInstance } from 'fastify'
import { type Excess, excessIn, type JsonBounds } from '#common/json/bounds'
import { noteBodyLimit } from '../../kit/body-limit.ts'
import { excessSentence, NOT_UTF8 } from '../../kit/json/read-json.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'

/** Most bytes of a JSON body. */
export const MAX_JSON_BYTES = 1024 * 1024

/** Bounds that no body of this API comes near, checked before a parser spends time on it. */
const BOUNDS: JsonBounds = { levels: 100, containers: 100_000, values: 500_000, members: 100_000 }

/** What bodies are called that shall be JSON; of another one that is not, the type is told as what is wrong. */
const JSON_TYPE = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded|)\s*(?:;|$)/i

/** Reads bodies as JSON whatever they are called, or not called, and named values of a form as an object. No body is no body. */
export function readJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  const reading = { parseAs: 'buffer', bodyLimit: MAX_JSON_BYTES } as const
  server.removeAllContentTypeParsers()
  noteBodyLimit(server, MAX_JSON_BYTES)
  server.addContentTypeParser('*', reading, (request, bytes: Buffer, done) => {
    if (!isUtf8(bytes)) return done(notUtf8())
    const text = bytes.toString('utf8')
    const type = request.headers['content-type'] ?? ''
    if (text.trim() === '') return done(null, undefined)
    if (isForm(type, text)) return done(null, Object.fromEntries(new URLSearchParams(text)))
    const isOther = !JSON_TYPE.test(type)
    const excess = excessIn(bytes, BOUNDS)
    if (excess !== undefined) return done(exceeded(excess, BOUNDS))
    return parseJson(request, text, (failure, body) =>
      done(failure && isOther ? new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type) : failure, body),
    )
  })
}

export function notUtf8(): RefusedRequest {
  return new RefusedRequest({ code: 'request-not-utf8', message: NOT_UTF8 })
}

/** Too many levels are a fault of the form; too many of anything else one of the size. */
export function exceeded(of: Excess | 'memory', bounds: JsonBounds): RefusedRequest {
  const code = of === 'levels' ? 'request-invalid' : 'request-too-large'
  return new RefusedRequest({ code, message: excessSentence(of, bounds) })
}

function isForm(type: string, text: string): boolean {
  return /urlencoded/i.test(type) && !/^\s*[{[]/.test(text)
}
