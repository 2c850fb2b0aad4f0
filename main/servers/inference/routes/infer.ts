import { callerSignal, chooseFor } from '../asking.ts'
import { imagesIn, readImages } from '../bodies/images.ts'
import { checkTask, predictFor } from '../predicting.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import { INFER_BODIES } from '../schemas/predict.ts'
import { PredictionsBody } from '../schemas/predictions.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toPredictOptions } from '../wire/options.ts'

const SUMMARIES = {
  object_detection: 'Find objects and their boxes',
  instance_segmentation: 'Find objects and their outlines',
  keypoints_detection: 'Find objects and their points',
  classification: 'Say what an image shows',
  semantic_segmentation: 'Give every pixel a class',
} as const

const TASKS = [
  'object_detection',
  'instance_segmentation',
  'keypoints_detection',
  'classification',
  'semantic_segmentation',
] as const

/** One operation per task. A list of images gets a list of answers. */
export function inferRoutes(server: InferenceServer, { inference, fetcher }: InferenceServices): void {
  for (const task of TASKS) {
    server.post(`/infer/${task}`, {
      schema: {
        summary: SUMMARIES[task],
        tags: ['Models'],
        querystring: Query,
        body: INFER_BODIES[task],
        response: { 200: PredictionsBody, ...FAILURES },
      },
      handler: async (request, reply) => {
        const { body } = request
        const options = toPredictOptions(body)
        const asking = { request, reply, inference }
        const chosen = await chooseFor(asking, { kind: 'named', id: body.model_id })
        checkTask(task, chosen)
        const { images: inputs, isList } = imagesIn(body.image)
        const images = await readImages(inputs, { fetcher, signal: callerSignal(reply) })
        const found = await predictFor(asking, { chosen, images, options, id: body.id })
        const bodies = found.map((each) => each.body)
        return isList ? bodies : bodies[0]
      },
    })
  }
}
