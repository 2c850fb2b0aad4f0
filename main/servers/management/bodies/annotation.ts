import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '#common/errors'
import type { JsonBounds } from '#common/json/bounds'
import { limitBodies } from '../../kit/body-limit.ts'
import { type GatheredBody, gatherBody } from '../../kit/json/gather.ts'
import type { HeldFields } from '../../kit/json/held-fields.ts'
import { type JsonReader, jsonReader } from '../../kit/json/json-reader.ts'
import type { HeldJson } from '../../kit/json/read-json.ts'
import { answer, RefusedRequest } from '../../kit/refused-request.ts'
import { missing } from '../auth.ts'
import { exceeded, MAX_JSON_BYTES, notUtf8 } from './json.ts'

/** Most bytes of an annotation file; a COCO document of one image with 100,000 polygons has about 30 MB. */
const MAX_ANNOTATION_BYTES = 64 * 1024 * 1024

/** An outline is a list of numbers, and files of masks hold one for each object. */
const BOUNDS: JsonBounds = { levels: 100, containers: 2_000_000, values: 8_000_000, members: 8_000_000 }

/** Of the names of classes; datasets of boxes have some thousand. */
const MAX_LABELMAP = 10_000

/** All that is taken of the JSON around an annotation. */
const WRAPPING: HeldFields = {
  text: 'annotationFile',
  others: ['labelmap', 'api_key'],
  mostEntries: MAX_LABELMAP,
}

/**
 * Reads an annotation, in its JSON wrapping or bare, as the one body `{annotationFile, labelmap}`. A long one is unwrapped in a thread of
 * its own; without a key in the address or the headers it is not read at all.
 */
export function readAnnotationBodies(server: FastifyInstance): void {
  const json = jsonReader({ bounds: BOUNDS })
  server.addHook('onClose', () => json.close())
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_ANNOTATION_BYTES)
  server.addHook('onRequest', async ({ caller, headers }) => {
    if (caller === undefined && Number(headers['content-length'] ?? 0) > MAX_JSON_BYTES) answer(missing())
  })
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await gatherBody(payload, request.headers['content-length'], MAX_ANNOTATION_BYTES)
    if (request.caller === undefined && body.size > MAX_JSON_BYTES) answer(missing())
    return unwrap(json, body, /\bjson\b/i.test(request.headers['content-type'] ?? ''))
  })
}

/** Text that is not JSON as a whole may still be a file: one with a JSON document a line begins with a brace too. */
async function unwrap(json: JsonReader, body: GatheredBody, isJson: boolean): Promise<object> {
  const start = startOf(body)
  if (!/^[{[]/.test(start)) {
    if (isJson && start !== '') throw NOT_JSON
    const text = await json.text(body)
    if (text === undefined) throw NOT_UTF8
    return { annotationFile: text }
  }
  const { read, text } = await json.readHolding(WRAPPING, body)
  if (read.kind === 'not-json' && isJson) throw NOT_JSON
  return Object.assign({ annotationFile: text }, valueOf(read))
}

function valueOf(read: HeldJson): unknown {
  switch (read.kind) {
    case 'read':
      return read.value
    case 'not-json':
      return undefined
    case 'not-utf8':
      throw notUtf8()
    case 'excess':
      throw exceeded(read.of, BOUNDS)
    case 'crowded':
      throw new RefusedRequest(refusal('too-many-entries', { field: read.member, most: MAX_LABELMAP }))
  }
}

const NOT_UTF8 = new RefusedRequest(refusal('annotation-not-utf8'))

const NOT_JSON = new RefusedRequest(refusal('body-not-json'))

/** White space before a document: more than this is in none. */
const MOST_SPACE = 64 * 1024

/** The first letters that are no space. */
function startOf({ blocks }: GatheredBody): string {
  let looked = 0
  for (const block of blocks) {
    const start = Buffer.from(block.buffer, 0, block.length)
      .toString('latin1', 0, MOST_SPACE - looked)
      .trimStart()
    looked += block.length
    if (start !== '' || looked >= MOST_SPACE) return start
  }
  return ''
}
