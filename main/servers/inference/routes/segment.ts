import type { FastifyReply } from 'fastify'
import type { z } from 'zod'
import { reasonOf } from '#common/messages/sentence'
import type { ModelWish } from '#core/models/inference/choice'
import type { NamedImage } from '#core/models/inference/operations'
import { RefusedRequest } from '../../kit/refused-request.ts'
import { type Asking, callerSignal, chooseFor, otherModel, runFor } from '../asking.ts'
import { readImages } from '../bodies/images.ts'
import { sam2Wish, sam3Wish } from '../families.ts'
import { knownImages } from '../sam-images.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import {
  EmbedBody,
  EmbeddedBody,
  Sam2SegmentBody,
  Sam3SegmentBody,
  type SegmentBody,
  SegmentedBody,
  SourcedQuery,
} from '../schemas/segment.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toMaskFormat, toMaskPrediction, toMaskPrompt } from '../wire/segment.ts'

/** Routes for masks from points and boxes. */
export function segmentRoutes(server: InferenceServer, services: InferenceServices): void {
  const { inference, keepsLogits } = services
  const { embed, segment } = segmenting(services)
  const embedding = { summary: 'Embed an image and keep the embedding', body: EmbedBody, querystring: Query }
  const segmentation = {
    summary: 'Cut out objects by points and boxes',
    description: 'With `format` `binary` the answer is a .npz archive of logits: `masks` and `low_res_masks`.',
  }

  server.post('/sam2/embed_image', {
    schema: { ...embedding, tags: ['SAM 2'], response: { 200: EmbeddedBody, ...FAILURES } },
    handler: async (request, reply) =>
      embed({ request, reply, inference }, sam2Wish(named(request.body)), request.body),
  })

  server.post('/sam2/segment_image', {
    schema: { ...segmentation, tags: ['SAM 2'], querystring: Query, body: Sam2SegmentBody, response: SEGMENTED },
    handler: async (request, reply) => {
      const asked = { body: request.body, wish: sam2Wish(named(request.body)), keepsLogits: keepsLogits.sam2 }
      return sendMasks(reply, await segment({ request, reply, inference }, asked))
    },
  })

  server.post('/sam3/embed_image', {
    schema: { ...embedding, tags: ['SAM 3'], response: { 200: EmbeddedBody, ...FAILURES } },
    handler: async (request, reply) =>
      embed({ request, reply, inference }, sam3Wish(named(request.body)), request.body),
  })

  server.post('/sam3/visual_segment', {
    schema: { ...segmentation, tags: ['SAM 3'], querystring: SourcedQuery, body: Sam3SegmentBody, response: SEGMENTED },
    handler: async (request, reply) => {
      const asked = { body: request.body, wish: sam3Wish(named(request.body)), keepsLogits: keepsLogits.sam3 }
      return sendMasks(reply, await segment({ request, reply, inference }, asked))
    },
  })
}

const SEGMENTED = { 200: SegmentedBody, ...FAILURES }

interface Asked {
  readonly body: SegmentBody
  readonly wish: ModelWish
  readonly keepsLogits: boolean
}

function segmenting({ fetcher }: InferenceServices) {
  const known = knownImages()

  async function named(reply: FastifyReply, body: z.output<typeof EmbedBody>): Promise<NamedImage> {
    const images = body.image === undefined ? [] : [body.image]
    const [image] = await readImages(images, { fetcher, signal: callerSignal(reply) })
    return { ...(image && { image }), ...(body.image_id !== undefined && { imageId: body.image_id }) }
  }

  async function embed(asking: Asking, wish: ModelWish, body: z.output<typeof EmbedBody>) {
    const chosen = await chooseFor(asking, wish)
    const input = await named(asking.reply, body)
    const { output, seconds } = await runFor(asking, { chosen, operation: 'prepare-image', input })
    known.remember(await known.keyOf(chosen, input), output.imageId)
    return { image_id: output.imageId, time: seconds, ...otherModel(chosen) }
  }

  async function segment(asking: Asking, { body, wish, keepsLogits }: Asked) {
    const chosen = await chooseFor(asking, wish)
    const prompts = body.prompts.length === 0 ? [{ points: [] }] : body.prompts.map(toMaskPrompt)
    const asked = {
      prompts,
      saveLogits: keepsLogits && body.save_logits_to_cache,
      loadLogits: keepsLogits && body.load_logits_from_cache,
      format: toMaskFormat(body.format),
    }
    const run = (image: NamedImage) => runFor(asking, { chosen, operation: 'segment', input: { ...image, ...asked } })
    const read = () => named(asking.reply, body)
    // A known name takes precedence over the image, which then need not be decoded.
    const given: NamedImage = body.image_id === undefined ? await read() : { imageId: body.image_id }
    const key = await known.keyOf(chosen, given)
    const imageId = known.find(key)
    // If the model has dropped the embedding since, the image is sent again.
    const whole = async () => run('image' in given ? given : await read())
    const answer = await (imageId === undefined ? whole() : run({ imageId }).catch(unlessCannot(whole)))
    known.remember(key, answer.output.imageId)
    return { ...answer, other: otherModel(chosen) }
  }

  return { embed, segment }
}

function unlessCannot<Value>(retry: () => Promise<Value>) {
  return (failure: unknown) => {
    if (failure instanceof RefusedRequest && reasonOf(failure.refusal) === 'model-cannot') return retry()
    throw failure
  }
}

type Segmented = Awaited<ReturnType<ReturnType<typeof segmenting>['segment']>>

function sendMasks(reply: FastifyReply, { output, seconds, other }: Segmented) {
  if (output.archive !== undefined) return reply.type('application/octet-stream').send(Buffer.from(output.archive))
  const predictions = output.masks.flatMap((guesses) => guesses.slice(0, 1)).map(toMaskPrediction)
  return reply.send({ predictions, time: seconds, ...other })
}

function named({ model_id, sam2_version_id }: Pick<SegmentBody, 'model_id' | 'sam2_version_id'>) {
  return { modelId: model_id, version: sam2_version_id }
}
