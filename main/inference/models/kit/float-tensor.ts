import { ModelRunError } from '../../host/errors.ts'
import { floatsOf, type Tensors } from '../../host/session.ts'

/** Values of an output, row by row. */
export interface FloatTensor {
  readonly dims: readonly number[]
  readonly values: Float32Array
}

/** An output with so many axes, the first of which counts pictures. Throws a `ModelRunError` for anything else. */
export function floatTensor(outputs: Tensors, name: string, axes: number): FloatTensor {
  const tensor = outputs[name]
  if (tensor === undefined) throw new ModelRunError(`It answers no "${name}"`)
  const { type, dims } = tensor
  if (type !== 'float32' && type !== 'float16')
    throw new ModelRunError(`It answers "${name}" as ${type}, not as floats`)
  if (dims.length !== axes) throw new ModelRunError(`It answers "${name}" as ${shapeText(dims)}, not with ${axes} axes`)
  return { dims, values: floatsOf(outputs, name) }
}

/** A shape as people write it, such as `[1, 84, 8400]`. */
export function shapeText(dims: readonly (number | string)[]): string {
  return `[${dims.join(', ')}]`
}
