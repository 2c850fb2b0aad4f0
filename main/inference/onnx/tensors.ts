import type { Tensor, TensorType } from './types.ts'

type Numbers = ArrayLike<number> & Iterable<number>

/** Elements as float32, in row-major order; a list when no dims are told. */
export function floats(values: Numbers, dims?: readonly number[]): Tensor {
  const data = values instanceof Float32Array ? values : Float32Array.from(values)
  return tensorOf('float32', data, dims)
}

/** Elements as int64, the type of shapes, axes and indices in ONNX; a list when no dims are told. */
export function ints(values: Numbers, dims?: readonly number[]): Tensor {
  return tensorOf('int64', BigInt64Array.from(Array.from(values, BigInt)), dims)
}

export function int32s(values: Numbers, dims?: readonly number[]): Tensor {
  return tensorOf('int32', Int32Array.from(values), dims)
}

export function uint8s(values: Numbers, dims?: readonly number[]): Tensor {
  return tensorOf('uint8', Uint8Array.from(values), dims)
}

export function bools(values: readonly boolean[], dims?: readonly number[]): Tensor {
  return tensorOf('bool', Uint8Array.from(values, Number), dims)
}

/** One float32 without axes. */
export function scalar(value: number): Tensor {
  return floats([value], [])
}

/** One int64 without axes, as `Range` and `Gather` take it. */
export function intScalar(value: number): Tensor {
  return ints([value], [])
}

type Elements = Float32Array | BigInt64Array | Int32Array | Uint8Array

/** Takes the array's memory as it lies: every machine that runs Tessera is little endian, as ONNX files are. */
function tensorOf(type: TensorType, values: Elements, dims: readonly number[] = [values.length]): Tensor {
  const expected = dims.reduce((product, dim) => product * dim, 1)
  if (expected !== values.length) {
    throw new RangeError(`A tensor of shape [${dims.join(', ')}] takes ${expected} elements, not ${values.length}.`)
  }
  return { type, dims, data: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) }
}
