import type { ModelInput, ModelTask } from '#common/inference/manifest'
import {
  frameOf,
  imageInput,
  isFloat,
  lengthOf,
  mayBe,
  type NetworkShape,
  type TensorShape,
} from '../kit/network-shape.ts'

/**
 * How a transformer that answers a fixed set of boxes hands them out; the words of `layout` in a manifest.
 *
 * - `rf-detr`: `dets` [N, Q, 4] and `labels` [N, Q, C] logits, with `masks` [N, Q, h, w] where it segments. Any class may be an object.
 * - `sigmoid`: `pred_boxes` and `logits` of the same kinds, as RT-DETR, D-FINE, and RF-DETR come from transformers.
 * - `softmax`: the same, but the last column stands for "no object" and a query has one class, as DETR and YOLOS have it.
 * - `post-processed`: `labels` [N, Q] whole numbers, `boxes` [N, Q, 4] corners in pixels, `scores` [N, Q] probabilities, for the size
 *   that a second input tells, as RT-DETR and D-FINE export themselves.
 *
 * Boxes are center and size from 0 to 1 unless told otherwise. Tensors are found by name, whatever their order.
 */
export const DETR_LAYOUTS = ['rf-detr', 'sigmoid', 'softmax', 'post-processed'] as const
export type DetrLayout = (typeof DETR_LAYOUTS)[number]

/** A recognized network, with what is usual for its kind. */
interface RecognisedDetr {
  readonly layout: DetrLayout
  readonly task: Extract<ModelTask, 'object-detection' | 'instance-segmentation'>
  readonly input: ModelInput
  /** Columns of scores, one for "no object" among them in most; undefined where the network does not tell. */
  readonly columns: number | undefined
}

/** Tensors of a layout by the part they play. */
export interface DetrOutputs {
  readonly boxes: TensorShape
  readonly classes: TensorShape
  /** Only where boxes have a probability of their own. */
  readonly scores?: TensorShape
  readonly masks?: TensorShape
}

/**
 * The layout of a detection transformer by its tensors; undefined for any other network. `sigmoid` and `softmax` have the same outputs: the
 * `model_type` of a `config.json` beside the network tells them apart; without it an input for the pixels of the image does.
 */
export function detrLayoutOf(network: NetworkShape, modelType = ''): RecognisedDetr | undefined {
  const image = imageInput(network)
  if (image === undefined) return undefined
  const layout = wordFor(network, image, modelType)
  const outputs = layout && detrOutputsOf(network, layout)
  if (layout === undefined || outputs === undefined) return undefined
  return {
    layout,
    task: outputs.masks ? 'instance-segmentation' : 'object-detection',
    input: usualInput(layout, image),
    columns: layout === 'post-processed' ? undefined : lengthOf(outputs.classes.dims[2]),
  }
}

function wordFor(network: NetworkShape, image: TensorShape, modelType: string): DetrLayout | undefined {
  const others = network.inputs.filter((input) => input !== image)
  const found = DETR_LAYOUTS.find((known) => takes(known, others) && detrOutputsOf(network, known) !== undefined)
  const isFromTransformers = found === 'sigmoid' || found === 'softmax'
  return isFromTransformers ? (LAYOUTS_BY_TYPE.get(modelType) ?? found) : found
}

/** The tensors of a layout; undefined when the network has others. */
export function detrOutputsOf(network: NetworkShape, layout: DetrLayout): DetrOutputs | undefined {
  const find = (names: readonly string[], fits: (output: TensorShape) => boolean) =>
    network.outputs.find((output) => names.includes(output.name) && fits(output))
  const boxes = find(BOXES[layout], (output) => isFloat(output) && mayBe(output, [null, null, 4]))
  const masks = find(['masks', 'pred_masks'], (output) => isFloat(output) && mayBe(output, [null, null, null, null]))
  if (boxes === undefined) return undefined
  if (layout === 'post-processed') {
    const classes = find(['labels'], (output) => mayBe(output, [null, null]))
    const scores = find(['scores'], (output) => isFloat(output) && mayBe(output, [null, null]))
    return classes && scores && { boxes, classes, scores }
  }
  const classes = find(LOGITS[layout], (output) => isFloat(output) && mayBe(output, [null, null, null]))
  return classes && { boxes, classes, ...(masks && { masks }) }
}

/** The usual input of a layout, as long as nobody says otherwise. */
export function usualInput(layout: DetrLayout, image: TensorShape): ModelInput {
  return { ...USUAL, ...frameOf(image, SIDES[layout]), ...(IS_NORMALISED[layout] && IMAGENET) }
}

/** The input that is told a size for which boxes are answered: two whole numbers an image. */
export function isSizeInput(input: TensorShape): boolean {
  return input.name !== 'pixel_mask' && !isFloat(input) && mayBe(input, [null, 2])
}

/** The input that says which pixels belong to the image. */
export function isMaskInput(input: TensorShape): boolean {
  return input.name === 'pixel_mask' && mayBe(input, [null, null, null])
}

const BOXES: Readonly<Record<DetrLayout, readonly string[]>> = {
  'rf-detr': ['dets'],
  sigmoid: ['pred_boxes'],
  softmax: ['pred_boxes'],
  'post-processed': ['boxes'],
}

const LOGITS: Readonly<Record<Exclude<DetrLayout, 'post-processed'>, readonly string[]>> = {
  'rf-detr': ['labels'],
  sigmoid: ['logits', 'pred_logits'],
  softmax: ['logits', 'pred_logits'],
}

/** By `model_type`. */
const LAYOUTS_BY_TYPE: ReadonlyMap<string, DetrLayout> = new Map([
  ['detr', 'softmax'],
  ['yolos', 'softmax'],
  ['table-transformer', 'softmax'],
  ['conditional_detr', 'sigmoid'],
  ['deformable_detr', 'sigmoid'],
])

/** Of the layouts with the same outputs only the oldest, with its softmax, asks which pixels are the image's. */
function takes(layout: DetrLayout, others: readonly TensorShape[]): boolean {
  switch (layout) {
    case 'rf-detr':
    case 'sigmoid':
      return others.length === 0
    case 'softmax':
      return others.length === 1 && others.every(isMaskInput)
    case 'post-processed':
      return others.length === 1 && others.every(isSizeInput)
  }
}

/** Sides of the frame where a network takes any. */
const SIDES: Readonly<Record<DetrLayout, number>> = {
  'rf-detr': 560,
  sigmoid: 640,
  softmax: 800,
  'post-processed': 640,
}

const IS_NORMALISED: Readonly<Record<DetrLayout, boolean>> = {
  'rf-detr': true,
  sigmoid: false,
  softmax: true,
  'post-processed': false,
}

const USUAL: Omit<ModelInput, 'width' | 'height'> = {
  resize: 'stretch',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0, 0, 0],
  std: [1, 1, 1],
}

/** Means and deviations of the images of ImageNet. */
const IMAGENET: Pick<ModelInput, 'mean' | 'std'> = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }
