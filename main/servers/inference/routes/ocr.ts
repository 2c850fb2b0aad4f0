import type { z } from 'zod'
import type { ModelWish } from '#core/inference/choice'
import type { OutputOf } from '#core/inference/operations'
import { type Asking, callerSignal, chooseFor, otherModel, runFor } from '../asking.ts'
import { imagesIn, readPictures } from '../bodies/pictures.ts'
import { ocrWish } from '../families.ts'
import { FAILURES, Query } from '../schemas/kit.ts'
import { EasyOcrBody, OcrBody, PpOcrBody, ReadBodies } from '../schemas/ocr.ts'
import type { InferenceServices } from '../services.ts'
import type { InferenceServer } from '../validation.ts'
import { toDetection } from '../wire/predictions.ts'

const COMMON = { tags: ['Text'], querystring: Query, response: { 200: ReadBodies, ...FAILURES } }

export function ocrRoutes(server: InferenceServer, services: InferenceServices): void {
  server.post('/doctr/ocr', {
    schema: { summary: 'Read the text of images', ...COMMON, body: OcrBody },
    handler: async (request, reply) => {
      const { model_id: modelId, doctr_version_id: version } = request.body
      return read(services, { request, reply }, { ...request.body, wish: ocrWish({ modelId, version }, 'doctr') })
    },
  })

  server.post('/easy_ocr/ocr', {
    schema: { summary: 'Read the text of images, by the installed reader', ...COMMON, body: EasyOcrBody },
    handler: async (request, reply) => {
      const { model_id: modelId, easy_ocr_version_id: version } = request.body
      return read(services, { request, reply }, { ...request.body, wish: ocrWish({ modelId, version }, 'easy_ocr') })
    },
  })

  for (const url of ['/pp_ocr/ocr', '/ocr/pp-ocr']) {
    server.post(url, {
      schema: { summary: 'Read the text of images, by PP-OCR where it is installed', ...COMMON, body: PpOcrBody },
      handler: async (request, reply) => {
        const { model_id: modelId, pp_ocr_version_id: version } = request.body
        return read(services, { request, reply }, { ...request.body, wish: ocrWish({ modelId, version }, 'pp_ocr') })
      },
    })
  }
}

interface Wanted extends Pick<z.output<typeof OcrBody>, 'image' | 'generate_bounding_boxes'> {
  readonly wish: ModelWish
}

async function read({ inference, fetcher }: InferenceServices, at: Omit<Asking, 'inference'>, wanted: Wanted) {
  const asking = { ...at, inference }
  const chosen = await chooseFor(asking, wanted.wish)
  const { images, isList } = imagesIn(wanted.image)
  const pictures = await readPictures(images, { fetcher, signal: callerSignal(at.reply) })
  const { output, seconds } = await runFor(asking, { chosen, operation: 'read-text', input: { pictures } })
  const bodies = output.map((each) => ({
    result: each.text,
    time: seconds,
    parent_id: null,
    engine: each.engine,
    ...otherModel(chosen),
    ...(wanted.generate_bounding_boxes && withBoxes(each)),
  }))
  return isList ? bodies : bodies[0]
}

/** Boxes of words are in whole pixels, cut down. */
function withBoxes({ size: { width, height }, words }: OutputOf<'read-text'>[number]) {
  const predictions = words.map(({ text: className, box, confidence, objectness = confidence }) => {
    const word = { className, classIndex: 0, confidence: objectness, box }
    const { x, y, width: across, height: down, ...found } = toDetection(word)
    return { x: Math.floor(x), y: Math.floor(y), width: Math.floor(across), height: Math.floor(down), ...found }
  })
  return { image: { width, height }, predictions }
}
