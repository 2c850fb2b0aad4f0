/** Types of values that tensors hold here, by their names in onnxruntime. Half floats are their 16 bits. */
export interface TensorArrays {
  float32: Float32Array
  float16: Uint16Array
  uint8: Uint8Array
  int8: Int8Array
  int32: Int32Array
  int64: BigInt64Array
  bool: Uint8Array
}
export type TensorType = keyof TensorArrays

export type Tensor = {
  readonly [Type in TensorType]: {
    readonly type: Type
    readonly dims: readonly number[]
    /** Row by row. */
    readonly data: TensorArrays[Type]
  }
}[TensorType]

export type Tensors = Readonly<Record<string, Tensor>>

/** An input or output of a network; a dimension with a name may have any length. */
export interface TensorInfo {
  readonly name: string
  readonly type: TensorType
  readonly dims: readonly (number | string)[]
}

/** A network that is loaded. */
export interface Session {
  readonly inputs: readonly TensorInfo[]
  readonly outputs: readonly TensorInfo[]
  /**
   * Runs it once. The memory of the inputs goes over to the session: they are not to be read afterwards. `kept` names inputs that lie
   * with the session already. Rejects with a `ModelRunError`.
   */
  run(inputs: Tensors, kept?: string): Promise<Tensors>
}

/** Tensors that stay where networks run, so that large ones are handed over once for many runs. */
export interface TensorShelf {
  /** The names are those of inputs. The memory goes over. */
  keep(name: string, tensors: Tensors): void
  drop(name: string): void
}

/** The values of a tensor as single floats, whatever precision the network answers in. Throws when it has no such tensor. */
export function floatsOf(tensors: Tensors, name: string): Float32Array {
  const tensor = tensors[name]
  if (tensor === undefined) throw new RangeError(`The network answers no tensor "${name}"`)
  if (tensor.type === 'float32') return tensor.data
  if (tensor.type === 'float16') return floatsOfHalves(tensor.data)
  throw new RangeError(`The network answers "${name}" as ${tensor.type}, not as numbers with a fraction`)
}

let floatByHalf: Float32Array | undefined

/** All 65,536 halves are worked out once: looking one up is a tenth of the work. */
function floatsOfHalves(halves: Uint16Array): Float32Array {
  floatByHalf ??= Float32Array.from({ length: 2 ** 16 }, (_, bits) => halfToFloat(bits))
  const floats = new Float32Array(halves.length)
  for (let i = 0; i < halves.length; i += 1) floats[i] = floatByHalf[halves[i] ?? 0] ?? 0
  return floats
}

/** A half-precision number (IEEE 754 binary16) from its bits. */
function halfToFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}
