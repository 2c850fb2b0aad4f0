import { Tensor as OrtTensor } from 'onnxruntime-node'
import type { Tensor, Tensors, TensorType } from './session.ts'

export function isKnownType(type: string): type is TensorType {
  return type in ARRAYS
}

/** Values of the CPU are wrapped, not copied. */
export function toOrt(tensors: Tensors): Record<string, OrtTensor> {
  return Object.fromEntries(Object.entries(tensors).map(([name, tensor]) => [name, wrapped(tensor)]))
}

function wrapped({ type, data, dims }: Tensor): OrtTensor {
  return new OrtTensor(type, data, dims)
}

export function fromOrt(tensors: Readonly<Record<string, unknown>>): Tensors {
  return Object.fromEntries(
    Object.entries(tensors).map(([name, tensor]) => {
      if (!(tensor instanceof OrtTensor)) throw new TypeError(`The network answers "${name}", which is no tensor`)
      return [name, toTensor(name, tensor)]
    }),
  )
}

function toTensor(name: string, { type, dims, data }: OrtTensor): Tensor {
  // Newer runtimes answer halves in an array type of their own; the bits are the same.
  if (type === 'float16' && ArrayBuffer.isView(data)) return { type, dims, data: bitsOf(data) }
  const tensor = { type, dims, data }
  if (!isTensor(tensor)) throw new TypeError(`The network answers "${name}" as ${type}, which is not read here`)
  return tensor
}

const ARRAYS = {
  float32: Float32Array,
  float16: Uint16Array,
  uint8: Uint8Array,
  int8: Int8Array,
  int32: Int32Array,
  int64: BigInt64Array,
  bool: Uint8Array,
} as const

function isTensor(tensor: { readonly type: string; readonly data: unknown }): tensor is Tensor {
  return isKnownType(tensor.type) && tensor.data instanceof ARRAYS[tensor.type]
}

function bitsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2)
}
