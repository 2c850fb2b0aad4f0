import type { ModelInput } from '#common/inference/manifest'
import { frameOf, imageInput, isFloat, lengthOf, mayBe, type NetworkShape } from '../kit/network-shape.ts'

/** A network with what its file says beside its tensors. */
interface SpokenNetwork extends NetworkShape {
  readonly metadata?: Readonly<Record<string, string>>
}

/** Two networks that turn out to be PP-OCR. */
interface RecognisedPpOcr {
  readonly layout: 'ctc'
  /** Of the detection. */
  readonly input: ModelInput
  /** The recognition tells so many classes apart, the blank among them; undefined where its file does not say. */
  readonly columns: number | undefined
  /** The recognition's own file lists its characters. */
  readonly listsCharacters: boolean
}

/** The key under which RapidOCR writes the characters into the file of a recognition, one a line. */
export const CHARACTERS_KEY = 'character'

/** Lines are read at this height, and at the other one by PP-OCR before its third version. */
const [HEIGHT, EARLY_HEIGHT] = [48, 32]

/** Paddle trains on images as OpenCV reads them, whose channels are blue, green, red. */
export const READING: Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'> = {
  channels: 'bgr',
  divisor: 255,
  mean: [0.5, 0.5, 0.5],
  std: [0.5, 0.5, 0.5],
}

const FINDING: ModelInput = {
  width: 960,
  height: 960,
  resize: 'pad-end',
  padding: 0,
  channels: 'bgr',
  divisor: 255,
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}

/** PP-OCR, as Paddle's models are exported to ONNX: `[N, 3, H, W]` to `[N, 1, H, W]`, and `[N, 3, 48, W]` to `[N, T, classes]`. */
export function ppOcrLayoutOf(detection: SpokenNetwork, recognition: SpokenNetwork): RecognisedPpOcr | undefined {
  if (!findsLines(detection) || !readsLines(recognition)) return undefined
  const columns = lengthOf(recognition.outputs[0]?.dims[2])
  const listsCharacters = recognition.metadata?.[CHARACTERS_KEY] !== undefined
  return { layout: 'ctc', input: detectionInput(detection), columns, listsCharacters }
}

/** The input of a detection network; of one that takes any size, the longest sides. */
export function detectionInput(network: NetworkShape): ModelInput {
  const image = imageInput(network)
  return image ? { ...FINDING, ...frameOf(image, FINDING.width) } : FINDING
}

/** The height at which a recognition network reads lines. */
export function heightOfLines(network: NetworkShape): number {
  return lengthOf(network.inputs[0]?.dims[2]) ?? HEIGHT
}

function findsLines(network: NetworkShape): boolean {
  const [output, ...others] = network.outputs
  if (network.inputs.length !== 1 || imageInput(network) === undefined) return false
  return output !== undefined && others.length === 0 && isFloat(output) && fits(output, [null, 1, null, null])
}

/**
 * Whether a network reads lines of text. Those of the early versions look like docTR's, so the name that Paddle gives to inputs or a
 * list of characters has to tell them apart.
 */
export function readsLines(network: SpokenNetwork): boolean {
  const input = imageInput(network)
  if (network.inputs.length !== 1 || input === undefined || !answersSteps(network)) return false
  const height = lengthOf(input.dims[2])
  if (height === HEIGHT) return true
  const isPaddles = input.name === 'x' || network.metadata?.[CHARACTERS_KEY] !== undefined
  return isPaddles && (height === undefined || height === EARLY_HEIGHT)
}

function answersSteps({ outputs: [output] }: NetworkShape): boolean {
  return output !== undefined && isFloat(output) && fits(output, [null, null, null])
}

/** As `mayBe`, of a tensor whose axes are told. */
function fits(tensor: Parameters<typeof mayBe>[0], lengths: readonly (number | null)[]): boolean {
  return tensor.dims.length === lengths.length && mayBe(tensor, lengths)
}
