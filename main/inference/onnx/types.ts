/** The element types of ONNX under the names that ONNX Runtime uses, with their numbers in a file. */
export const TENSOR_TYPES = {
  float32: 1,
  uint8: 2,
  int8: 3,
  uint16: 4,
  int16: 5,
  int32: 6,
  int64: 7,
  string: 8,
  bool: 9,
  float16: 10,
  float64: 11,
  uint32: 12,
  uint64: 13,
  bfloat16: 16,
} as const

export type TensorType = keyof typeof TENSOR_TYPES

export function isTensorType(name: string): name is TensorType {
  return Object.hasOwn(TENSOR_TYPES, name)
}

/** A length, or the name of an axis whose length the caller chooses. */
export type Dim = number | string

/** Numbers that a model carries with it. */
export interface Tensor {
  readonly type: TensorType
  readonly dims: readonly number[]
  /** The elements, little endian, or where they lie in a file beside the model. */
  readonly data: Uint8Array | ExternalData
}

export interface ExternalData {
  /** A path relative to the model's folder. */
  readonly location: string
  readonly offset: number
  readonly length: number
}

export interface Initializer {
  readonly name: string
  readonly tensor: Tensor
}

export type Attribute =
  | { readonly kind: 'int' | 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'tensor'; readonly value: Tensor }
  | { readonly kind: 'ints' | 'floats'; readonly value: readonly number[] }
  | { readonly kind: 'strings'; readonly value: readonly string[] }

export interface OnnxNode {
  readonly name: string
  readonly op: string
  /** An empty name stands for an optional input that is left out. */
  readonly inputs: readonly string[]
  readonly outputs: readonly string[]
  readonly attributes: Readonly<Record<string, Attribute>>
}

export interface ValueInfo {
  readonly name: string
  readonly type: TensorType
  readonly dims: readonly Dim[]
}

export interface OnnxGraph {
  readonly name: string
  /** Every node stands behind the nodes that it takes from. */
  readonly nodes: readonly OnnxNode[]
  readonly initializers: readonly Initializer[]
  readonly inputs: readonly ValueInfo[]
  readonly outputs: readonly ValueInfo[]
}

export interface OnnxModel {
  readonly graph: OnnxGraph
  /** Version of the standard operators; 17 when absent. */
  readonly opset?: number
  readonly metadata?: Readonly<Record<string, string>>
  readonly producer?: string
}
