import { randomUUID } from 'node:crypto'
import { callerSignal, chooseFor, otherModel, runFor } from '../asking.ts'
import { imagesIn, readImages } from '../bodies/images.ts'
import { groundingWish } from '../families.ts'
import { GroundedBodies, GroundingBody } from '../schemas/grounding.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toSkippedSteps } from '../wire/options.ts'
import { toDetection } from '../wire/predictions.ts'

export function groundingRoutes(server: InferenceServer, { inference, fetcher }: InferenceServices): void {
  server.post('/grounding_dino/infer', {
    schema: {
      summary: 'Find objects by the names of their classes',
      tags: ['Grounding DINO'],
      querystring: Query,
      body: GroundingBody,
      response: { 200: GroundedBodies, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { body } = request
      const asking = { request, reply, inference }
      const version = body.grounding_dino_version_id
      const chosen = await chooseFor(asking, groundingWish({ modelId: body.model_id, version }))
      const { images, isList } = imagesIn(body.image)
      const input = {
        images: await readImages(images, { fetcher, signal: callerSignal(reply) }),
        classes: body.text,
        boxThreshold: body.box_threshold,
        textThreshold: body.text_threshold,
        classAgnostic: body.class_agnostic_nms,
        skip: toSkippedSteps(body),
      }
      const { output, seconds } = await runFor(asking, { chosen, operation: 'ground', input })
      const inferenceId = body.id ?? randomUUID()
      const bodies = output.map(({ size: { width, height }, objects }) => ({
        visualization: null,
        inference_id: inferenceId,
        frame_id: null,
        time: seconds,
        image: { width, height },
        predictions: objects.map((found) => ({ ...toDetection(found), ...NULLS })),
        ...otherModel(chosen),
      }))
      return isList ? bodies : bodies[0]
    },
  })
}

/** Fields that are always in answers of this operation. */
const NULLS = { class_confidence: null, tracker_id: null, parent_id: null }
