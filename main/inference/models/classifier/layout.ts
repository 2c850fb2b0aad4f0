import type { ModelInput } from '#common/inference/manifest'
import {
  frameOf,
  imageInput,
  isFloat,
  lengthOf,
  mayBe,
  type NetworkShape,
  type TensorShape,
} from '../kit/network-shape.ts'

/** A recognized network, with what is usual for its kind. It tells neither whether classes exclude each other nor their names. */
interface RecognisedClassifier {
  readonly layout: 'logits'
  readonly output: TensorShape
  readonly input: ModelInput
  /** A guess by names: exports of YOLO and outputs called probabilities end in their softmax. */
  readonly isFused: boolean
  /** The number of classes, or undefined where the network does not tell. */
  readonly classes: number | undefined
}

/** A classifier: one image in, one number a class out, `[N, classes]`. Undefined for any other network. */
export function classifierLayoutOf(network: NetworkShape): RecognisedClassifier | undefined {
  const image = imageInput(network)
  const output = classOutputOf(network)
  if (image === undefined || output === undefined || network.inputs.length > 1) return undefined
  return {
    layout: 'logits',
    output,
    input: { ...usualValues(image.name), ...frameOf(image, SIDE) },
    isFused: FUSED.test(output.name),
    classes: lengthOf(output.dims[1]),
  }
}

/** The output of that kind, whatever else there is; the one with a usual name where there are several. */
function classOutputOf({ outputs }: NetworkShape): TensorShape | undefined {
  const fitting = outputs.filter(
    (output) =>
      isFloat(output) && output.dims.length === 2 && mayBe(output, [null, null]) && !EMBEDDING.test(output.name),
  )
  const usual = fitting.find(({ name }) => USUAL_NAMES.includes(name))
  return usual ?? (fitting.length === 1 ? fitting[0] : undefined)
}

const SIDE = 224
const USUAL_NAMES = ['logits', 'output0', 'output', 'probabilities', 'probs']
const FUSED = /^output0$|prob|softmax|sigmoid/i
/** Names by which networks hand out what they know of an image without classes. */
const EMBEDDING = /embed|feature|pool|hidden/i

/** Values by the exporter that names inputs so: transformers, Ultralytics, and everyone else. */
function usualValues(inputName: string): Omit<ModelInput, 'width' | 'height'> {
  const common = { padding: 0, channels: 'rgb', divisor: 255 } as const
  if (inputName === 'pixel_values') return { ...common, resize: 'stretch', mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }
  if (inputName === 'images') return { ...common, resize: 'cover', mean: [0, 0, 0], std: [1, 1, 1] }
  return { ...common, resize: 'cover', mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }
}
