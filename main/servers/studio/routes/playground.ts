import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { HeldKey, Question } from '#common/contract/models/playground'
import { HELD_IMAGES_URL, PLAIN_ANSWERS_URL } from '#common/contract/urls'
import { inferenceCall } from '#common/inference/call'
import { parseBounded, SMALL_FILE } from '#common/json/bounds'
import { message } from '#common/messages/message'
import { MAX_TRIAL_BYTES } from '#core/models/playground/service'
import { limitBodies } from '../../kit/body-limit.ts'
import { errorBody } from '../error-body.ts'
import type { StudioServices } from '../services.ts'
import { trialImage } from '../trial-image.ts'

const KeyParams = z.object({ key: HeldKey })

/** Content under a key never changes. */
const FOR_THE_SESSION = 'private, max-age=86400, immutable'

/** Images to try models on, and what models answer. A plugin of its own: bodies are bytes here. */
export function playgroundRoutes(server: FastifyInstance, services: StudioServices): void {
  const { playground, inference, askInference } = services
  server.removeAllContentTypeParsers()
  limitBodies(server, MAX_TRIAL_BYTES)
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_TRIAL_BYTES }, (_request, body, done) =>
    done(null, body),
  )

  server.put(HELD_IMAGES_URL, async ({ body }, reply) => {
    const bytes = z.instanceof(Uint8Array).safeParse(body)
    if (!bytes.success) return reply.code(400).send(errorBody(message('answer-body-not-image')))
    const taken = await playground.take(bytes.data)
    return taken.ok ? taken.value : reply.code(400).send(errorBody(taken.error))
  })

  server.get(`${HELD_IMAGES_URL}/:key`, async ({ params }, reply) => {
    const { key } = KeyParams.parse(params)
    return sendHeld(reply, playground.screenOf(key), 'image/jpeg')
  })

  server.get('/playground/maps/:key', async ({ params }, reply) => {
    const { key } = KeyParams.parse(params)
    return sendHeld(reply, playground.map(key), 'image/png')
  })

  server.post(PLAIN_ANSWERS_URL, async ({ body }, reply) => {
    const question = Question.safeParse(questionIn(body))
    if (!question.success) return reply.code(400).send(errorBody(message('answer-not-model-request')))
    const image = await trialImage(services, question.data.image)
    if (!image.ok) return reply.code(404).send(errorBody(image.error))
    const bytes = image.value.kind === 'file' ? await readFile(image.value.path) : image.value.bytes
    const chosen = await inference.choose({ kind: 'named', id: question.data.model })
    if (!chosen.ok) return reply.code(404).send(errorBody(chosen.error))
    const plain = await askInference(inferenceCall(chosen.value.model.manifest, question.data), bytes)
    return plain.ok
      ? reply.code(plain.value.status).type(plain.value.type).send(plain.value.text)
      : reply.code(503).send(errorBody(plain.error))
  })
}

/** The value of a JSON text; undefined for other texts. */
function questionIn(body: unknown): unknown {
  const bytes = z.instanceof(Buffer).safeParse(body)
  const isShort = bytes.success && bytes.data.length <= MOST_QUESTION
  return isShort ? parseBounded(bytes.data.toString('utf8'), SMALL_FILE) : undefined
}

/** Words, numbers and some prompts; the image is named, and not in it. */
const MOST_QUESTION = 1024 * 1024

function sendHeld(reply: FastifyReply, bytes: Uint8Array | undefined, type: string) {
  if (bytes === undefined) return reply.code(404).send(errorBody(message('answer-image-gone')))
  return reply.type(type).header('cache-control', FOR_THE_SESSION).send(Buffer.from(bytes))
}
