import type { ModelInput } from '#common/inference/manifest'
import { isFloat, lengthOf, mayBe, type NetworkShape, pictureInput } from '../kit/network-shape.ts'

/** A network, with what its file says beside its tensors. */
interface DescribedNetwork extends NetworkShape {
  readonly metadata: Readonly<Record<string, string>>
}

interface RecognisedPpOcr {
  readonly layout: 'ctc'
  /** The names under which the two were given. */
  readonly detection: string
  readonly recognition: string
  /** The reader's file does not hold its characters: a file of the role `characters` must list them. */
  readonly needsCharacters: boolean
}

/** The key of a reader's metadata under which its characters stand, one a line. */
export const CHARACTERS_KEY = 'character'

/** The detection looks at pages of up to this side; they keep their proportions, but for what makes each side a multiple of 32. */
export const FINDING: ModelInput = {
  ...{ width: 960, height: 960, resize: 'stretch', padding: 0, channels: 'bgr', divisor: 255 },
  mean: [0.485, 0.456, 0.406],
  std: [0.229, 0.224, 0.225],
}

/** Values of a reader's pixels, whose lines have a height of their own and any width. */
export const READING: Pick<ModelInput, 'channels' | 'divisor' | 'mean' | 'std'> = {
  channels: 'bgr',
  divisor: 255,
  mean: [0.5, 0.5, 0.5],
  std: [0.5, 0.5, 0.5],
}

/** Heights of lines: of the second generation, and of all since the third. */
const [OLD_HEIGHT, LINE_HEIGHT] = [32, 48]
/** docTR's readers see words of just this size. */
const DOCTR_WIDTH = 128

/** Height of the lines that a reader takes. */
export function lineHeight(dims: readonly (number | string)[]): number {
  return lengthOf(dims[2]) ?? LINE_HEIGHT
}

/**
 * Which of two networks finds lines and which reads them: `[N, 3, H, W]` to `[N, 1, H, W]`, and `[N, 3, 48, W]` (or 32) to
 * `[N, T, characters + 1]` with a blank first. Undefined when they are not just such a pair.
 */
export function ppOcrLayoutOf(networks: Readonly<Record<string, DescribedNetwork>>): RecognisedPpOcr | undefined {
  const entries = Object.entries(networks)
  const [finder] = entries.filter(([, network]) => findsLines(network))
  const [reader] = entries.filter(([, network]) => readsLines(network))
  if (entries.length !== 2 || finder === undefined || reader === undefined) return undefined
  const [recognition, { metadata }] = reader
  return { layout: 'ctc', detection: finder[0], recognition, needsCharacters: !metadata[CHARACTERS_KEY] }
}

function findsLines(network: DescribedNetwork): boolean {
  const [output, ...others] = network.outputs
  if (pictureInput(network) === undefined || network.inputs.length > 1) return false
  return output !== undefined && others.length === 0 && output.dims.length === 4 && mayBe(output, [null, 1, null, null])
}

function readsLines(network: DescribedNetwork): boolean {
  const picture = pictureInput(network)
  const [output] = network.outputs
  if (picture === undefined || network.inputs.length > 1 || output?.dims.length !== 3 || !isFloat(output)) return false
  const height = lineHeight(picture.dims)
  const isWord = height === OLD_HEIGHT && lengthOf(picture.dims[3]) === DOCTR_WIDTH
  return (height === OLD_HEIGHT || height === LINE_HEIGHT) && (!isWord || CHARACTERS_KEY in network.metadata)
}
