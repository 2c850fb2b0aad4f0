import { floats } from '#inference/onnx/tensors'
import type { Tensor } from '#inference/onnx/types'

/** Colors that the toy models distinguish. Grays and mixtures of two channels count as none. */
export const TOY_COLOURS = ['red', 'green', 'blue'] as const

export type ToyColour = (typeof TOY_COLOURS)[number]

export const CHANNEL_WEIGHTS = { red: [1, -1, -1], green: [-1, 1, -1], blue: [-1, -1, 1] } as const

/** Weights of a 1×1 convolution over RGB from 0 to 1: a pure color gives its brightness, everything else 0 or less. */
export function colourWeights(colours: readonly ToyColour[], factor = 1): Tensor {
  const weights = colours.flatMap((colour) => CHANNEL_WEIGHTS[colour].map((weight) => weight * factor))
  return floats(weights, [colours.length, 3, 1, 1])
}

/** Formats class names like Ultralytics, as a Python dictionary. */
export function pythonNames(names: readonly string[]): string {
  return `{${names.map((name, index) => `${index}: '${name}'`).join(', ')}}`
}
