import { message } from '#common/messages/message'
import { ModelRunError } from '../../host/errors.ts'
import { floatsOf, type Tensor, type Tensors } from '../../host/session.ts'

/** A tensor that a network is to answer, and its lengths. A word stands for a length that the tensor itself decides. */
interface Expected {
  readonly name: string
  readonly dims: readonly (number | string)[]
}

export interface FloatAnswer {
  /** Row by row. */
  readonly values: Float32Array
  readonly dims: readonly number[]
}

/** The numbers of a tensor. Throws a `ModelRunError` that names what was expected and what was found. */
export function readFloats(outputs: Tensors, expected: Expected): FloatAnswer {
  const { dims, type } = checked(outputs, expected)
  if (type !== 'float32' && type !== 'float16') throw wrongType(expected, type)
  return { values: floatsOf(outputs, expected.name), dims }
}

/** The whole numbers of a tensor, which some networks answer as fractions. Throws as `readFloats` does. */
export function readWholes(outputs: Tensors, expected: Expected): ArrayLike<number> {
  const tensor = checked(outputs, expected)
  switch (tensor.type) {
    case 'int64':
      return Float64Array.from(tensor.data, Number)
    case 'int32':
    case 'int8':
    case 'uint8':
      return tensor.data
    case 'float32':
    case 'float16':
      return floatsOf(outputs, expected.name)
    case 'bool':
      throw wrongType(expected, tensor.type)
  }
}

function checked(outputs: Tensors, { name, dims }: Expected): Tensor {
  const tensor = outputs[name]
  if (tensor === undefined) {
    throw new ModelRunError(message('network-output-missing', { name, others: Object.keys(outputs).map(quoted) }))
  }
  const fits =
    tensor.dims.length === dims.length &&
    dims.every((length, axis) => typeof length === 'string' || length === tensor.dims[axis])
  if (fits) return tensor
  throw new ModelRunError(
    message('network-output-misfit', { name, dims: tensor.dims.map(String), wanted: dims.map(String) }),
  )
}

function wrongType({ name }: Expected, type: string): ModelRunError {
  return new ModelRunError(message('network-output-not-numbers', { name, type }))
}

function quoted(name: string): string {
  return `"${name}"`
}
