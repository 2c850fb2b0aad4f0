import type { ModelInput } from '#common/inference/manifest'
import { knownVocabulary } from './vocabulary.ts'

/** The tensors of a network, as its file declares them. */
interface NetworkTensors {
  readonly inputs: readonly { readonly dims: readonly (number | string)[] }[]
  readonly outputs: readonly { readonly dims: readonly (number | string)[] }[]
}

/** Two networks that were recognized as a pair. */
interface RecognisedDocTr {
  readonly layout: 'ctc'
  /** The names of the two files. */
  readonly detection: string
  readonly recognition: string
  /** Of the detection. */
  readonly input: ModelInput
  /** The recognition was trained on characters that are not known here: a file of the role `vocabulary` must list them. */
  readonly needsVocabulary: boolean
}

/** Of a recognition network; its frame is fixed. */
export const READING: ModelInput = {
  width: 128,
  height: 32,
  resize: 'pad-end',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.694, 0.695, 0.693],
  std: [0.299, 0.296, 0.301],
}

const FINDING: ModelInput = {
  width: 1024,
  height: 1024,
  resize: 'letterbox',
  padding: 0,
  channels: 'rgb',
  divisor: 255,
  mean: [0.798, 0.785, 0.772],
  std: [0.264, 0.2749, 0.287],
}

/** Networks that spell letter by letter (parseq, vitstr) answer so many steps; their last sign is an end, not a blank. */
const SPELLING_STEPS = 33

/**
 * Which of some networks finds words and which reads them: `[N, 3, H, W]` to `[N, 1, H, W]`, and `[N, 3, 32, 128]` to
 * `[N, T, characters + 1]` with a blank at the end. Undefined when they are not just such a pair.
 */
export function docTrLayoutOf(networks: Readonly<Record<string, NetworkTensors>>): RecognisedDocTr | undefined {
  const entries = Object.entries(networks)
  const [finder] = entries.filter(([, network]) => findsWords(network))
  const [reader] = entries.filter(([, network]) => readsWords(network))
  if (entries.length !== 2 || finder === undefined || reader === undefined) return undefined
  const [detection, finding] = finder
  const [recognition, reading] = reader
  const columns = lengthOf(reading.outputs[0]?.dims[2])
  const needsVocabulary = columns !== undefined && knownVocabulary(columns - 1) === undefined
  return { layout: 'ctc', detection, recognition, input: detectionInput(finding), needsVocabulary }
}

/** The input of a detection network; its sides are its own where it fixes them. */
export function detectionInput({ inputs }: NetworkTensors): ModelInput {
  const [, , height, width] = inputs[0]?.dims ?? []
  return { ...FINDING, width: lengthOf(width) ?? FINDING.width, height: lengthOf(height) ?? FINDING.height }
}

function findsWords({ inputs, outputs }: NetworkTensors): boolean {
  return (
    inputs.length === 1 &&
    fits(inputs[0]?.dims, [null, 3, null, null]) &&
    fits(outputs[0]?.dims, [null, 1, null, null]) &&
    !fits(inputs[0]?.dims, [null, 3, READING.height, READING.width])
  )
}

function readsWords({ inputs, outputs }: NetworkTensors): boolean {
  return (
    inputs.length === 1 &&
    fits(inputs[0]?.dims, [null, 3, READING.height, READING.width]) &&
    fits(outputs[0]?.dims, [null, null, null]) &&
    !fits(outputs[0]?.dims, [null, SPELLING_STEPS, null])
  )
}

/** Whether a tensor has these lengths; null and an open dimension may have any. */
function fits(dims: readonly (number | string)[] | undefined, wanted: readonly (number | null)[]): boolean {
  if (dims?.length !== wanted.length) return false
  return wanted.every((length, axis) => length === null || (lengthOf(dims[axis]) ?? length) === length)
}

function lengthOf(dim: number | string | undefined): number | undefined {
  return typeof dim === 'number' && dim > 0 ? dim : undefined
}
