import type { z } from 'zod'
import { boxBetween } from '#common/geometry/box'
import type { Ring } from '#common/geometry/polygon'
import { imagePoint } from '#common/geometry/space'
import type { PromptedMask } from '#common/inference/prediction'
import type { ConceptPrompt, MaskFormat, MaskPrompt } from '#core/models/inference/operations'
import type { ConceptPromptBody, ConceptsBody, Prompt, SegmentBody, SegmentedBody } from '../schemas/segment.ts'
import { toRle } from './predictions.ts'

type Predicted = z.input<typeof SegmentedBody>['predictions'][number]

/** Boxes have their center here. */
export function toMaskPrompt({ box, points = [] }: Prompt): MaskPrompt {
  return {
    points: points.map(({ x, y, positive }) => ({ at: imagePoint(x, y), positive })),
    ...(box && { box: centred(box) }),
  }
}

function centred({ x, y, width, height }: NonNullable<Prompt['box']>) {
  return { x0: x - width / 2, y0: y - height / 2, x1: x + width / 2, y1: y + height / 2 }
}

export function toMaskFormat(format: SegmentBody['format']): MaskFormat {
  if (format === 'binary') return 'npz'
  return format === 'rle' ? 'rle' : 'polygon'
}

/** Boxes have their top left corner here, or two corners. */
export function toConceptPrompt({ text, boxes, box_labels, output_prob_thresh }: ConceptPromptBody, least: number) {
  const prompt: ConceptPrompt = {
    ...(text?.trim() && { text: text.trim() }),
    boxes: boxes.map((box, place) => ({ box: cornered(box), positive: Boolean(box_labels[place]) })),
    threshold: output_prob_thresh ?? least,
  }
  return prompt
}

function cornered(box: ConceptPromptBody['boxes'][number]) {
  if ('width' in box) return { x0: box.x, y0: box.y, x1: box.x + box.width, y1: box.y + box.height }
  return boxBetween(imagePoint(box.x0, box.y0), imagePoint(box.x1, box.y1))
}

/** Returns the result of a prompt with its detected type, which may differ from its own hint. */
export function toPromptResult(
  prompt: ConceptPromptBody,
  prompt_index: number,
  masks: readonly PromptedMask[],
): z.input<typeof ConceptsBody>['prompt_results'][number] {
  const { text, boxes } = prompt
  const type = boxes.length > 0 ? ('visual' as const) : ('text' as const)
  return {
    prompt_index,
    echo: { prompt_index, type, text: text ?? null, num_boxes: boxes.length },
    predictions: masks.map(toMaskPrediction),
  }
}

export function toMaskPrediction({ confidence, mask }: PromptedMask): Predicted {
  if (mask.format === 'rle') return { masks: toRle(mask), confidence, format: 'rle' }
  const outlines = mask.rings.map(toPairs)
  // An empty mask has one empty outline.
  return { masks: outlines.length === 0 ? [[]] : outlines, confidence, format: 'polygon' }
}

function toPairs(ring: Ring): number[][] {
  return Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i] ?? 0, ring[2 * i + 1] ?? 0])
}
