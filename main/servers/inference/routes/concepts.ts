import { callerSignal, chooseFor, otherModel, runFor } from '../asking.ts'
import { readImages } from '../bodies/images.ts'
import { conceptWish } from '../families.ts'
import { FAILURES } from '../schemas/kit.ts'
import { ConceptBody, ConceptsBody, SourcedQuery } from '../schemas/segment.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toConceptPrompt, toPromptResult } from '../wire/segment.ts'

export function conceptRoutes(server: InferenceServer, { inference, fetcher }: InferenceServices): void {
  server.post('/sam3/concept_segment', {
    schema: {
      summary: 'Cut out all objects of a kind, by a phrase or by examples',
      tags: ['SAM 3'],
      querystring: SourcedQuery,
      body: ConceptBody,
      response: { 200: ConceptsBody, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { body } = request
      const asking = { request, reply, inference }
      const chosen = await chooseFor(asking, conceptWish({ modelId: body.model_id }))
      const [image] = await readImages([body.image], { fetcher, signal: callerSignal(reply) })
      const input = {
        ...(image && { image }),
        ...(body.image_id !== undefined && { imageId: body.image_id }),
        prompts: body.prompts.map((prompt) => toConceptPrompt(prompt, body.output_prob_thresh)),
        ...(body.nms_iou_threshold !== undefined && { nmsIouThreshold: body.nms_iou_threshold }),
        format: body.format === 'rle' ? ('rle' as const) : ('polygon' as const),
      }
      const { output, seconds } = await runFor(asking, { chosen, operation: 'segment-concepts', input })
      const results = body.prompts.map((prompt, index) => toPromptResult(prompt, index, output[index] ?? []))
      return { prompt_results: results, time: seconds, ...otherModel(chosen) }
    },
  })
}
