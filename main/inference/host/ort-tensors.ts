import { Tensor as OrtTensor } from 'onnxruntime-node'
import type { Tensor, Tensors, TensorType } from './session.ts'

const TYPES: readonly TensorType[] = ['float32', 'float16', 'uint8', 'int8', 'int32', 'int64', 'bool']

export function isKnownType(type: string): type is TensorType {
  return TYPES.some((known) => known === type)
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
  if (type === 'float32' && data instanceof Float32Array) return { type, dims, data }
  if (type === 'int64' && data instanceof BigInt64Array) return { type, dims, data }
  if (type === 'int32' && data instanceof Int32Array) return { type, dims, data }
  if (type === 'int8' && data instanceof Int8Array) return { type, dims, data }
  if ((type === 'uint8' || type === 'bool') && data instanceof Uint8Array) return { type, dims, data }
  // Newer runtimes answer halves in an array type of their own; the bits are the same.
  if (type === 'float16' && ArrayBuffer.isView(data)) return { type, dims, data: bitsOf(data) }
  throw new TypeError(`The network answers "${name}" as ${type}, which is not read here`)
}

function bitsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint16Array {
  return new Uint16Array(buffer, byteOffset, byteLength / 2)
}
