import type { Question } from '../contract/models/playground.ts'
import type { Box } from '../geometry/box.ts'
import type { ModelManifest } from './manifest.ts'

/** A `POST` to the inference server. */
export interface InferenceCall {
  /** From `/` on, with the query. */
  readonly path: string
  /** JSON body; without it, the body is the image itself, in base64. */
  readonly json?: {
    /** The field with the image: `{ type: 'base64', value }`. */
    readonly image: 'image' | 'subject'
    readonly others: Readonly<Record<string, unknown>>
  }
}

/** The call by which a program gets the same answer from the inference server. */
export function inferenceCall({ id, family }: Pick<ModelManifest, 'id' | 'family'>, question: Question): InferenceCall {
  switch (question.act) {
    case 'predict': {
      const query = new Map([
        ['confidence', question.confidence],
        ['overlap', question.overlap],
      ])
      return { path: `/${pathOf(id)}?${[...query].map(([name, value]) => `${name}=${value}`).join('&')}` }
    }
    case 'ground':
      return withImage('/grounding_dino/infer', {
        model_id: id,
        text: question.words,
        box_threshold: question.boxThreshold,
        text_threshold: question.textThreshold,
      })
    case 'read-text':
      return withImage('/doctr/ocr', { model_id: id, generate_bounding_boxes: true })
    case 'segment':
      return withImage(id.startsWith('sam3/') ? '/sam3/visual_segment' : '/sam2/segment_image', {
        model_id: id,
        format: 'json',
        prompts: { prompts: [{ points: question.points, ...(question.box && { box: centred(question.box) }) }] },
      })
    case 'concept':
      return withImage('/sam3/concept_segment', {
        model_id: id,
        output_prob_thresh: question.threshold,
        prompts: question.words.map((text) => ({ type: 'text', text })),
      })
    case 'compare': {
      const others = { model_id: id, subject_type: 'image', prompt: question.words, prompt_type: 'text' }
      const path = family === 'perception-encoder' ? '/perception_encoder/compare' : '/clip/compare'
      return { path, json: { image: 'subject', others } }
    }
  }
}

function withImage(path: string, others: Readonly<Record<string, unknown>>): InferenceCall {
  return { path, json: { image: 'image', others } }
}

function pathOf(id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}

function centred({ x0, y0, x1, y1 }: Box) {
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2, width: x1 - x0, height: y1 - y0 }
}
