import type { Tensor } from '../../host/session.ts'
import { wholeTensor } from '../../tokenizers/encode.ts'
import type { NetworkShape } from '../kit/network-shape.ts'
import type { Example, Phrase } from './layout.ts'

/** A copy that may be given away. */
export function copied<Of extends Tensor>(tensor: Of): Of {
  return { ...tensor, data: tensor.data.slice() }
}

/** The type that a network declares for an input. */
export function typeOf({ inputs }: NetworkShape, name: string): string {
  return inputs.find((input) => input.name === name)?.type ?? ''
}

/** Boxes as `[1, boxes, 4]`: center, width and height in shares of the image. */
export function exampleBoxes(examples: readonly Example[]): Tensor {
  const rows = examples.map(({ centreX, centreY, width, height }) => [centreX, centreY, width, height])
  return { type: 'float32', dims: [1, examples.length, 4], data: Float32Array.from(rows.flat()) }
}

/** 1 for a box that shows what is meant, 0 for one that shows what is not. */
export function exampleLabels(examples: readonly Example[]): Int32Array {
  return Int32Array.from(examples, ({ positive }) => (positive ? 1 : 0))
}

/** Which tokens of a phrase count: what the text network says of it under this name, or else what is no padding. */
export function phraseMask(
  { outputs, tokens }: Phrase,
  name: string,
): { readonly dims: readonly number[]; readonly mask: Int32Array } {
  const told = outputs[name]
  return told === undefined ? tokens : { dims: told.dims, mask: wholeNumbers(told) }
}

/** Whole numbers of any type. */
export function wholeNumbers({ data }: Tensor): Int32Array {
  return Int32Array.from(data, Number)
}

/** Inputs that lie one behind the other on the second axis, of one image. */
export function joinedMask(parts: readonly Int32Array[], type: string): Tensor {
  const mask = Int32Array.from(parts.flatMap((part) => [...part]))
  return wholeTensor(mask, [1, mask.length], type)
}

export function joinedFloats(parts: readonly Float32Array[], width: number): Tensor {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const data = new Float32Array(length)
  let at = 0
  for (const part of parts) {
    data.set(part, at)
    at += part.length
  }
  return { type: 'float32', dims: [1, length / width, width], data }
}
