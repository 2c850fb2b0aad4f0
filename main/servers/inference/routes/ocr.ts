import type { OutputOf } from '#core/models/inference/operations'
import { callerSignal, chooseFor, otherModel, runFor } from '../asking.ts'
import { imagesIn, readImages } from '../bodies/images.ts'
import { ocrWish, ppOcrWish } from '../families.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import { OcrBody, ReadBodies } from '../schemas/ocr.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toDetection } from '../wire/predictions.ts'

/** OCR routes of other servers, which use whatever is installed here. */
const OTHERS = ['/easy_ocr/ocr', '/ocr/pp-ocr', '/pp_ocr/ocr']
const PP_OCR = ['/ocr/pp-ocr', '/pp_ocr/ocr']

export function ocrRoutes(server: InferenceServer, services: InferenceServices): void {
  ocrRoute(server, '/doctr/ocr', services)
  for (const url of OTHERS) ocrRoute(server, url, services)
}

function ocrRoute(server: InferenceServer, url: string, { inference, fetcher }: InferenceServices): void {
  server.post(url, {
    schema: {
      summary: 'Read the text of images',
      ...(OTHERS.includes(url) && { description: 'Read by whatever is installed, as by /doctr/ocr.' }),
      tags: ['Text'],
      querystring: Query,
      body: OcrBody,
      response: { 200: ReadBodies, ...FAILURES },
    },
    handler: async (request, reply) => {
      const { body } = request
      const asking = { request, reply, inference }
      const wishFor = PP_OCR.includes(url) ? ppOcrWish : ocrWish
      const chosen = await chooseFor(asking, wishFor({ modelId: body.model_id, version: body.doctr_version_id }))
      const { images: inputs, isList } = imagesIn(body.image)
      const images = await readImages(inputs, { fetcher, signal: callerSignal(reply) })
      const { output, seconds } = await runFor(asking, { chosen, operation: 'read-text', input: { images } })
      const bodies = output.map((read) => ({
        result: read.text,
        time: seconds,
        parent_id: null,
        engine: read.engine,
        ...otherModel(chosen),
        ...(body.generate_bounding_boxes && withBoxes(read)),
      }))
      return isList ? bodies : bodies[0]
    },
  })
}

/** Boxes of words are in whole pixels, rounded down. */
function withBoxes({ size: { width, height }, words }: OutputOf<'read-text'>[number]) {
  const predictions = words.map(({ text: className, box, confidence, objectness = confidence }) => {
    const word = { className, classIndex: 0, confidence: objectness, box }
    const { x, y, width: across, height: down, ...found } = toDetection(word)
    return { x: Math.floor(x), y: Math.floor(y), width: Math.floor(across), height: Math.floor(down), ...found }
  })
  return { image: { width, height }, predictions }
}
