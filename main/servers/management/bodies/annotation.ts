import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { RefusedRequest } from '../../kit/refused-request.ts'

/** Most bytes of an annotation file; a COCO document of one picture with 100,000 polygons has about 30 MB. */
const MAX_ANNOTATION_BYTES = 64 * 1024 * 1024

const Wrapped = z.looseObject({ annotationFile: z.string() })

/** Reads an annotation, in its JSON wrapping or bare, as the one body `{annotationFile, labelmap}`. */
export function readAnnotationBodies(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: MAX_ANNOTATION_BYTES },
    (request, text: string, done) => {
      const body = unwrap(text, request.headers['content-type'])
      if (body.ok) done(null, body.value)
      else done(new RefusedRequest(body.error))
    },
  )
}

/** Text that is not JSON as a whole may still be a file: one with a JSON document a line begins with a brace too. */
function unwrap(text: string, type = ''): Result<object, Refusal> {
  const isJson = /\bjson\b/i.test(type)
  if (!/^\s*[{[]/.test(text)) return isJson && text.trim() !== '' ? notJson() : ok({ annotationFile: text })
  try {
    const wrapped = Wrapped.safeParse(JSON.parse(text))
    return ok(wrapped.success ? wrapped.data : { annotationFile: text })
  } catch {
    return isJson ? notJson() : ok({ annotationFile: text })
  }
}

function notJson() {
  return refuse('request-invalid', 'The body is not valid JSON')
}
