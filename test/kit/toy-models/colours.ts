import { floats } from '#inference/onnx/tensors'
import type { Tensor } from '#inference/onnx/types'

/** Colours that the toy models can tell apart. Grey of any lightness, and colours of two channels, are none of them. */
export const TOY_COLOURS = ['red', 'green', 'blue'] as const

export type ToyColour = (typeof TOY_COLOURS)[number]

export const CHANNEL_WEIGHTS = { red: [1, -1, -1], green: [-1, 1, -1], blue: [-1, -1, 1] } as const

/** Weights of a 1×1 convolution over RGB from 0 to 1: a pure colour answers with its brightness, all else with 0 or less. */
export function colourWeights(colours: readonly ToyColour[], factor = 1): Tensor {
  const weights = colours.flatMap((colour) => CHANNEL_WEIGHTS[colour].map((weight) => weight * factor))
  return floats(weights, [colours.length, 3, 1, 1])
}

/** Class names as Ultralytics writes them: a dictionary of Python. */
export function pythonNames(names: readonly string[]): string {
  return `{${names.map((name, index) => `${index}: '${name}'`).join(', ')}}`
}
