import { refusal } from '#common/errors'
import type { MaskPrompt } from '#core/models/inference/operations'
import { UnservedInputError } from '../../host/family.ts'
import type { Tensor, Tensors } from '../../host/session.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import { planes, usualInput } from './input.ts'
import { type PromptContext, type SamLayout, takes } from './layout.ts'
import { clicks, clicksAndCorners, coordinates, labels, NO_POINT } from './points.ts'

/** SAM 2, EdgeTAM and the tracker of SAM 3 as transformers.js takes them: boxes have an input of their own. */
export const transformers: SamLayout = {
  id: 'transformers',
  fits: ({ decoder }) => takes(decoder, 'input_points') && takes(decoder, 'image_embeddings.0'),
  inputFor: ({ encoder }) => usualInput(encoder, 'stretch'),
  image: planes,
  embeddings: ['image_embeddings.0', 'image_embeddings.1', 'image_embeddings.2'],
  promptInputs: clicksBesideBox,
  outputsOf: () => ({ masks: 'pred_masks', scores: 'iou_scores', covers: 'frame' }),
}

/** The first SAM as transformers.js takes it. Most of these exports have no input for boxes. */
export const transformersFirst: SamLayout = {
  ...transformers,
  id: 'transformers-sam1',
  fits: ({ decoder }) => takes(decoder, 'input_points') && takes(decoder, 'image_positional_embeddings'),
  inputFor: ({ encoder }) => usualInput(encoder, 'pad-end'),
  embeddings: ['image_embeddings', 'image_positional_embeddings'],
}

/**
 * The same tensors with boxes as two points, and a point that says nothing where there is no box. Nothing in the files tells it from
 * the one above: only a manifest that names it chooses it.
 */
export const transformersCorners: SamLayout = {
  ...transformersFirst,
  id: 'transformers-sam1-corners',
  fits: () => false,
  promptInputs(prompt, { decoder }) {
    const isPadded = prompt.box === undefined && prompt.points.length > 0
    return pointInputs([...clicksAndCorners(prompt), ...(isPadded ? [NO_POINT] : [])], decoder)
  },
}

function clicksBesideBox(prompt: MaskPrompt, { decoder }: PromptContext): Tensors {
  const { box } = prompt
  if (box !== undefined && !takes(decoder, 'input_boxes')) throw new UnservedInputError(refusal('model-takes-no-boxes'))
  return { ...pointInputs(clicks(prompt), decoder), input_boxes: boxTensor(box) }
}

function pointInputs(points: Parameters<typeof coordinates>[0], decoder: NetworkShape): Tensors {
  return {
    input_points: coordinates(points, [1, 1]),
    input_labels: labels(points, [1, 1], { network: decoder, name: 'input_labels' }),
  }
}

function boxTensor(box: MaskPrompt['box']): Tensor {
  const corners = box === undefined ? [] : [box.x0, box.y0, box.x1, box.y1]
  return { type: 'float32', dims: [1, corners.length / 4, 4], data: Float32Array.from(corners) }
}
