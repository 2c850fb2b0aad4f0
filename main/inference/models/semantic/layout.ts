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

/** A recognized network, with what is usual for its kind. */
interface RecognisedSegmenter {
  readonly layout: 'logits'
  readonly output: TensorShape
  readonly input: ModelInput
  /** A guess by the name of the output. */
  readonly isFused: boolean
  /** Maps an image; 1 means "something or nothing", which detectors of text answer too. Undefined where the network does not tell. */
  readonly channels: number | undefined
}

/** A semantic segmenter: one image in, a map a class out, `[N, classes, h, w]` of any size. Undefined for any other network. */
export function semanticLayoutOf(network: NetworkShape): RecognisedSegmenter | undefined {
  const image = imageInput(network)
  const output = mapOutputOf(network)
  if (image === undefined || output === undefined || network.inputs.length > 1) return undefined
  return {
    layout: 'logits',
    output,
    input: { ...USUAL, ...frameOf(image, SIDE) },
    isFused: /prob|softmax|sigmoid/i.test(output.name),
    channels: lengthOf(output.dims[1]),
  }
}

/** The output of that kind; the one with a usual name where there are several, as some come with one for training. */
function mapOutputOf({ outputs }: NetworkShape): TensorShape | undefined {
  const fitting = outputs.filter(
    (output) =>
      isFloat(output) &&
      output.dims.length === 4 &&
      mayBe(output, [null, null, null, null]) &&
      (lengthOf(output.dims[1]) ?? 1) <= MOST_CLASSES &&
      !NO_CLASSES.test(output.name),
  )
  const usual = fitting.find(({ name }) => USUAL_NAMES.includes(name))
  return usual ?? (outputs.length === 1 ? fitting[0] : undefined)
}

/** As many as an 8-bit image tells apart. */
export const MOST_CLASSES = 256

const SIDE = 512
const USUAL_NAMES = ['logits', 'out', 'output', 'output0', 'probabilities', 'probs']
/** Names of maps that are none of classes: embeddings, depths, masks of objects. */
const NO_CLASSES = /embed|feature|hidden|depth|mask|proto/i

const USUAL: Omit<ModelInput, 'width' | 'height'> = {
  resize: 'stretch',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}
