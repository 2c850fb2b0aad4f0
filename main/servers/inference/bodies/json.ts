import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refusal } from '#common/errors'
import type { JsonBounds } from '#common/json/bounds'
import { sentenceOf } from '#common/messages/sentence'
import { limitBodies } from '../../kit/body-limit.ts'
import { gatherBody } from '../../kit/json/gather.ts'
import { jsonReader } from '../../kit/json/json-reader.ts'
import { excessRefusal, FEW_MEMBERS } from '../../kit/json/read-json.ts'
import { RefusedRequest } from '../../kit/refused-request.ts'
import { MAX_BODY_BYTES, UnfitRequest } from '../errors.ts'

/** Embeddings of an image are a million plain numbers; prompts and boxes are objects. */
const BOUNDS: JsonBounds = { levels: 100, containers: 100_000, values: 2_000_000, members: FEW_MEMBERS }

/** Members of bodies that are base64: images and masks. */
const ENCODED = ['value', 'mask_input']

/**
 * Reads every body as JSON, whatever its declared type, and large ones in a separate thread. The limit is
 * `MAX_BODY_BYTES`, unless an operation sets another. An empty body is no body.
 */
export function readJsonBodies(server: FastifyInstance): void {
  const json = jsonReader({ bounds: BOUNDS })
  server.addHook('onClose', () => json.close())
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_BODY_BYTES)
  server.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage) => {
    const body = await gatherBody(payload, headers['content-length'], routeOptions.bodyLimit)
    if (body.size === 0) return undefined
    const read = await json.read(body, ENCODED)
    switch (read.kind) {
      case 'read':
        return read.value
      case 'not-utf8':
        throw new RefusedRequest(refusal('body-not-utf8'))
      case 'not-json':
        throw unfit(`The body is not valid JSON: ${read.why}`, 'json_invalid')
      case 'excess':
        if (read.of === 'levels') throw unfit(sentenceOf(excessRefusal(read.of, BOUNDS)), 'too_deep')
        throw new RefusedRequest(excessRefusal(read.of, BOUNDS))
    }
  })
}

function unfit(msg: string, type: string): UnfitRequest {
  return new UnfitRequest([{ loc: ['body'], msg, type }])
}
