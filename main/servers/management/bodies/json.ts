import type { FastifyInstance } from 'fastify'

/** Most bytes of a JSON body. */
const MAX_JSON_BYTES = 1024 * 1024

/** Clients label JSON in all these ways, or not at all. */
const JSON_TYPE =
  /^(?:(?:application\/(?:[\w.-]+\+)?json|text\/plain|application\/x-www-form-urlencoded)(?:\s*;.*)?)?$/i

/** Reads bodies as JSON whatever they are called, and named values of a form as an object. No body is no body. */
export function readJsonBodies(server: FastifyInstance): void {
  const parseJson = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    JSON_TYPE,
    { parseAs: 'string', bodyLimit: MAX_JSON_BYTES },
    (request, text: string, done) => {
      if (text.trim() === '') done(null, undefined)
      else if (isForm(request.headers['content-type'], text)) done(null, Object.fromEntries(new URLSearchParams(text)))
      else void parseJson(request, text, done)
    },
  )
}

function isForm(type: string | undefined, text: string): boolean {
  return /urlencoded/i.test(type ?? '') && !/^\s*[{[]/.test(text)
}
