import type { GraphBuilder } from '#inference/onnx/build'
import { floats, intScalar, ints } from '#inference/onnx/tensors'
import { TENSOR_TYPES } from '#inference/onnx/types'

/**
 * Radii of the discs that a toy decoder returns, in pixels of its frame: part, whole, all. The whole has the best
 * score.
 */
export const TOY_RADII = [60, 180, 400] as const
/** Radius of the disc that a negative click removes. */
export const TOY_HOLE = 40
const SCORES = [0.5, 0.9, 0.7]

/** Layout of a toy's cells in its frame. */
export interface ToyFrame {
  /** Side of the frame in pixels, and cells of a mask along it. */
  readonly side: number
  readonly cells: number
}

/** Returns the brightness 0…1 of every cell, `[1, 1, cells, cells]`, from pixel values 0…255. */
export function brightness(g: GraphBuilder, pixels: string, { side, cells }: ToyFrame): string {
  const grey = g.op('Conv', [pixels, floats([1 / 765, 1 / 765, 1 / 765], [1, 3, 1, 1])])
  const step = Math.floor(side / cells)
  return g.op('AveragePool', [grey], { kernel_shape: [step, step], strides: [step, step] })
}

/** Returns the values 0…255 from which a normalized image was made. */
export function unnormalised(g: GraphBuilder, image: string, { mean, std }: Normalised): string {
  const channel = (values: readonly number[]) => floats(values, [1, 3, 1, 1])
  const scaled = g.op('Mul', [image, channel(std.map((value) => 255 * value))])
  return g.op('Add', [scaled, channel(mean.map((value) => 255 * value))])
}

export interface Normalised {
  readonly mean: readonly number[]
  readonly std: readonly number[]
}

export const IMAGENET: Normalised = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] }
export const CENTRED: Normalised = { mean: [0.5, 0.5, 0.5], std: [0.5, 0.5, 0.5] }

/**
 * Points of a prompt: coordinates `[P, 2]` and labels `[P]`, both as floats, and boxes `[K, 4]` if the layout has them
 * separately.
 */
export interface ToyPrompt {
  readonly points: string
  readonly labels: string
  readonly boxes?: string
}

/**
 * Returns logits `[3, cells, cells]`: how far each cell is inside a disc around the mean of the positive points,
 * outside the discs of negative points, and only where the image is bright.
 */
export function discs(g: GraphBuilder, prompt: ToyPrompt, seen: ToyFrame & { readonly light: string }): string {
  const centre = middle(g, prompt)
  const distances = distanceTo(g, g.op('Reshape', [centre, ints([1, 2])]), seen)
  const inside = g.op('Sub', [floats(TOY_RADII, [3, 1, 1]), distances])
  const light = g.op('Reshape', [seen.light, ints([1, seen.cells, seen.cells])])
  const bright = g.op('Mul', [g.op('Sub', [light, 0.5]), 100])
  return g.op('Min', [inside, bright, outsideHoles(g, prompt, seen)])
}

/** Returns the scores of three masks. */
export function scores(g: GraphBuilder, dims: readonly number[]): string {
  return g.constant(floats(SCORES, dims))
}

/** Returns the mean of all positive points, box corners and box centers: `[2]`. */
function middle(g: GraphBuilder, { points, labels, boxes }: ToyPrompt): string {
  // Labels 1, 2 and 3: positive clicks and corners of boxes.
  const isPositive = g.op('Cast', [g.op('Greater', [labels, 0.5])], { to: 1 })
  const weighted = g.op('Mul', [points, g.op('Unsqueeze', [isPositive, ints([1])])])
  const sum = g.op('ReduceSum', [weighted, ints([0])], { keepdims: 0 })
  const count = g.op('ReduceSum', [isPositive], { keepdims: 0 })
  if (boxes === undefined) return g.op('Div', [sum, g.op('Max', [count, 1])])
  const corners = g.op('ReduceSum', [g.op('Reshape', [boxes, ints([-1, 2, 2])]), ints([0, 1])], { keepdims: 0 })
  const boxCount = g.op('Cast', [g.op('Gather', [g.op('Shape', [boxes]), intScalar(0)])], { to: 1 })
  const all = g.op('Add', [sum, g.op('Mul', [corners, 0.5])])
  return g.op('Div', [all, g.op('Max', [g.op('Add', [count, boxCount]), 1])])
}

/** Returns the distances from every cell's center to the points `[P, 2]`: `[P, cells, cells]`. */
function distanceTo(g: GraphBuilder, points: string, { side, cells }: ToyFrame): string {
  const steps = g.op('Range', [intScalar(0), intScalar(cells), intScalar(1)])
  const cell = side / cells
  const places = g.op('Add', [g.op('Mul', [g.op('Cast', [steps], { to: 1 }), cell]), cell / 2])
  const column = (axis: number, dims: readonly number[]) => {
    const one = g.op('Gather', [points, intScalar(axis)], { axis: 1 })
    const apart = g.op('Sub', [g.op('Reshape', [places, ints(dims)]), g.op('Reshape', [one, ints([-1, 1, 1])])])
    return g.op('Mul', [apart, apart])
  }
  return g.op('Sqrt', [g.op('Add', [column(0, [1, 1, cells]), column(1, [1, cells, 1])])])
}

/** Returns how far each cell is outside the discs of negative points: `[1, cells, cells]`. */
function outsideHoles(g: GraphBuilder, { points, labels }: ToyPrompt, frame: ToyFrame): string {
  const distances = g.op('Sub', [distanceTo(g, points, frame), TOY_HOLE])
  const isNegative = g.op(
    'Cast',
    [g.op('Equal', [g.op('Cast', [labels], { to: 6 }), g.op('Cast', [g.constant(ints([0]))], { to: 6 })])],
    { to: 1 },
  )
  const far = g.op('Mul', [g.op('Sub', [1, isNegative]), 10_000])
  const each = g.op('Add', [distances, g.op('Reshape', [far, ints([-1, 1, 1])])])
  // A prompt may have no points at all.
  const always = g.constant(floats([10_000], [1, 1, 1]))
  const spread = g.op('Expand', [always, ints([1, frame.cells, frame.cells])])
  return g.op('ReduceMin', [g.op('Concat', [each, spread], { axis: 0 })], { axes: [0], keepdims: 1 })
}

/** Returns a brightness as a tensor of many equal channels, as the networks' interfaces require. */
export function inChannels(g: GraphBuilder, light: string, dims: readonly number[]): string {
  return g.op('Expand', [light, ints(dims)])
}

/** Rearranges the brightness of 256 × 256 cells into 256 channels of 64 × 64, and back. */
export function folded(g: GraphBuilder, light: string): string {
  const deep = g.op('SpaceToDepth', [light], { blocksize: 4 })
  return g.op('Tile', [deep, ints([1, 16, 1, 1])])
}

export function unfolded(g: GraphBuilder, embedding: string): string {
  const deep = g.op('Slice', [embedding, ints([0]), ints([16]), ints([1])])
  return g.op('DepthToSpace', [deep], { blocksize: 4 })
}

/** Returns a builder whose inputs and outputs are in half precision. */
export function halfPrecision(g: GraphBuilder): GraphBuilder {
  return {
    ...g,
    input(name, type, dims) {
      if (type !== 'float32') return g.input(name, type, dims)
      return g.op('Cast', [g.input(name, 'float16', dims)], { to: TENSOR_TYPES.float32 })
    },
    output(name, value, shape) {
      g.output(name, g.op('Cast', [value], { to: TENSOR_TYPES.float16 }), { ...shape, type: 'float16' })
    },
  }
}
