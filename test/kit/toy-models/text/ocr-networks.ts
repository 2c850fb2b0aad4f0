import type { InstalledModel } from '#core/models/inference/ports'
import { type GraphBuilder, graphBuilder } from '#inference/onnx/build'
import { floats, ints } from '#inference/onnx/tensors'
import type { Dim } from '#inference/onnx/types'
import { writeModel } from '#inference/onnx/write-model'
import { installedModel } from '../../model-host.ts'
import { INKS, PLAIN } from './ocr-page.ts'

const [WHITE, BLACK] = [
  [1, 1, 1],
  [0, 0, 0],
]
const LETTERS = Object.keys(INKS).join('')
const COLOURS = [...Object.values(INKS), PLAIN, WHITE, BLACK]

interface Norm {
  readonly mean: readonly number[]
  readonly std: readonly number[]
  readonly isBgr?: boolean
}
const FINDING: Norm = { mean: [0.798, 0.785, 0.772], std: [0.264, 0.2749, 0.287] }
const LINE_FINDING: Norm = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225], isBgr: true }
const LINE_READING: Norm = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5], isBgr: true }
const READING: Norm = { mean: [0.694, 0.695, 0.693], std: [0.299, 0.296, 0.301] }

/**
 * Makes a detector with high logits inside ink, five pixels away from its edge: [N, 3, side, side] to [N, 1, side,
 * side].
 */
export function wordFinder(side: number, batch: Dim = 'batch'): Uint8Array {
  const g = graphBuilder()
  g.output('logits', inkIn(g, g.input('input', 'float32', [batch, 3, side, side]), FINDING), {
    dims: [batch, 1, side, side],
  })
  return writeModel({ graph: g.graph(), metadata: {} })
}

/** Makes the same like Paddle's networks, of any size: probabilities from blue, green, red. */
export function lineFinder(side: Dim = '?'): Uint8Array {
  const g = graphBuilder()
  const logits = inkIn(g, g.input('x', 'float32', ['batch', 3, side, side]), LINE_FINDING)
  g.output('sigmoid_0.tmp_0', g.op('Sigmoid', [logits]), { dims: ['batch', 1, side, side] })
  return writeModel({ graph: g.graph(), metadata: {} })
}

function inkIn(g: GraphBuilder, images: string, norm: Norm): string {
  const nearness = nearnessTo(g, images, norm)
  const [ink, paper] = g.two('Split', [nearness, ints([LETTERS.length + 1, 2])], { axis: 1 })
  const isInk = g.op('Sub', [g.op('ReduceMax', [ink], { axes: [1] }), g.op('ReduceMax', [paper], { axes: [1] })])
  const eroded = g.op('MaxPool', [g.op('Neg', [isInk])], { kernel_shape: [11, 11], pads: [5, 5, 5, 5] })
  return g.op('Mul', [eroded, -20])
}

/**
 * Makes a reader that returns the color in the middle of every fourth column as a letter or a blank: [N, 3, 32, 128]
 * to [N, 32, letters + 1].
 */
export function stripeReader(batch: Dim = 'batch'): Uint8Array {
  const g = graphBuilder()
  const input = g.input('input', 'float32', [batch, 3, 32, 128])
  const middle = g.op('Slice', [input, ints([8]), ints([24]), ints([2])])
  const columns = g.op('AveragePool', [middle], { kernel_shape: [16, 4], strides: [16, 4] })
  const [letters, others] = g.two('Split', [nearnessTo(g, columns, READING), ints([LETTERS.length, 3])], { axis: 1 })
  const scores = g.op('Concat', [letters, g.op('ReduceMax', [others], { axes: [1] })], { axis: 1 })
  const steps = g.op('Transpose', [g.op('Squeeze', [scores, ints([2])])], { perm: [0, 2, 1] })
  g.output('logits', g.op('Mul', [steps, 40]), { dims: [batch, 32, LETTERS.length + 1] })
  return writeModel({ graph: g.graph(), metadata: {} })
}

export interface LineReaderToy {
  readonly height?: number
  readonly width?: Dim
  /** Stored in the metadata of its file, one per line. */
  readonly characters?: string
}

/**
 * Makes a reader that returns the color in the middle of every eighth column as a letter: [N, 3, height, W] to [N, W /
 * 8, letters + 2], where the first column is the blank and the last one a space.
 */
export function lineStripeReader({ height = 48, width = '?', characters }: LineReaderToy = {}): Uint8Array {
  const g = graphBuilder()
  const input = g.input('x', 'float32', ['batch', 3, height, width])
  const middle = g.op('Slice', [input, ints([height / 2 - 4]), ints([height / 2 + 4]), ints([2])])
  const columns = g.op('AveragePool', [middle], { kernel_shape: [8, 8], strides: [8, 8] })
  const [letters, others] = g.two('Split', [nearnessTo(g, columns, LINE_READING), ints([LETTERS.length, 3])], {
    axis: 1,
  })
  const blank = g.op('ReduceMax', [others], { axes: [1] })
  const scores = g.op('Concat', [blank, letters, g.op('Sub', [blank, 9])], { axis: 1 })
  const steps = g.op('Transpose', [g.op('Squeeze', [scores, ints([2])])], { perm: [0, 2, 1] })
  const shares = g.op('Softmax', [g.op('Mul', [steps, 40])], { axis: 2 })
  g.output('softmax_0.tmp_0', shares, { dims: ['batch', '?', LETTERS.length + 2] })
  return writeModel({ graph: g.graph(), metadata: characters === undefined ? {} : { character: characters } })
}

/** Its letters in the form of a dictionary file. */
export const LETTERS_LISTED = Array.from(LETTERS).join('\n')

/** Makes a classifier of text direction, which such packages include and Tessera does not need. */
export function directionClassifier(): Uint8Array {
  const g = graphBuilder()
  const pooled = g.op('GlobalAveragePool', [g.input('x', 'float32', ['batch', 3, 48, 192])])
  const [both] = g.two('Split', [g.op('Flatten', [pooled]), ints([2, 1])], { axis: 1 })
  g.output('softmax_0.tmp_0', g.op('Softmax', [both], { axis: 1 }), { dims: ['batch', 2] })
  return writeModel({ graph: g.graph(), metadata: {} })
}

/** Installs a detector and reader of words made of colored stripes; the detector works at 256 × 256 pixels. */
export async function installedOcr(batch: Dim = 'batch', vocabulary = LETTERS): Promise<InstalledModel> {
  const files = {
    detection: ['detection.onnx', wordFinder(256, batch)],
    recognition: ['recognition.onnx', stripeReader(batch)],
    vocabulary: ['vocabulary.txt', new TextEncoder().encode(`${vocabulary}\n`)],
  } as const
  return installedModel({ id: 'doctr/toy', task: 'ocr', family: 'doctr', layout: 'ctc' }, files)
}

/** Returns for every color `p` the score `2 p·v − |p|²`, which is highest for the color closest to the pixel `v`. */
function nearnessTo(g: GraphBuilder, images: string, { mean, std, isBgr = false }: Norm): string {
  const colours = COLOURS.map((colour) => (isBgr ? colour.toReversed() : colour))
  const weights = colours.flatMap((colour) => colour.map((value, channel) => 2 * value * (std[channel] ?? 1)))
  const biases = colours.map((colour) =>
    colour.reduce((sum, value, channel) => sum + 2 * value * (mean[channel] ?? 0) - value * value, 0),
  )
  return g.op('Conv', [images, floats(weights, [COLOURS.length, 3, 1, 1]), floats(biases)])
}
