/** A value on the stack of a pickle. Bytes stay where they are in the request until the whole pickle has been understood. */
export type PickleValue =
  | null
  | boolean
  | number
  | PickleText
  | PickleBytes
  | PickleTuple
  | PickleName
  | PickledType
  | PickledArray

export interface PickleText {
  readonly kind: 'text'
  readonly bytes: Uint8Array
  /** `raw` is Python's raw-unicode-escape: Latin-1 with `\uXXXX` between. */
  readonly encoding: 'utf8' | 'raw'
}

/** Bytes as they are, or the characters 0…255 of a text. */
export interface PickleBytes {
  readonly kind: 'bytes'
  readonly source: Uint8Array | PickleText
}

interface PickleTuple {
  readonly kind: 'tuple'
  readonly items: readonly PickleValue[]
}

/** Something of Python's by its module and name, which is one of those an array needs. */
interface PickleName {
  readonly kind: 'name'
  readonly name: string
}

/** The type of an array's values. */
export interface PickledType {
  readonly kind: 'type'
  /** Such as `u1` or `f4`. */
  readonly code: string
  /** Filled in after it is made. */
  order: string
}

export interface PickledArray {
  readonly kind: 'array'
  /** Filled in after it is made. */
  content: ArrayContent | undefined
}

interface ArrayContent {
  readonly shape: readonly number[]
  readonly type: PickledType
  readonly bytes: PickleBytes
  /** The dimensions as they lie in memory, the slowest first. */
  readonly layout: readonly number[]
}
