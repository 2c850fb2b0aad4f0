import { encodeUtf8 } from './utf8.ts'

/** Writes the fields of a message one after the other; a field is known by its number in the schema. */
export interface ProtoWriter {
  /** A whole number from −2⁶³ to 2⁶⁴; negative ones as two's complement. */
  readonly int: (field: number, value: number | bigint) => void
  readonly float: (field: number, value: number) => void
  readonly text: (field: number, value: string) => void
  readonly bytes: (field: number, value: Uint8Array) => void
  /** A message within this one, of the fields that are written meanwhile. */
  readonly message: (field: number, write: () => void) => void
  readonly finish: () => Uint8Array
}

/** The ways in which a field's value is written. */
export const WIRE = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const

export function protoWriter(): ProtoWriter {
  const sink = growingBytes()
  const head = (field: number, wire: number): void => sink.varint(field * 8 + wire)
  const bytes = (field: number, value: Uint8Array): void => {
    head(field, WIRE.delimited)
    sink.varint(value.length)
    sink.bytes(value)
  }
  return {
    int(field, value) {
      head(field, WIRE.varint)
      sink.varint(value)
    },
    float(field, value) {
      head(field, WIRE.fixed32)
      sink.float32(value)
    },
    text: (field, value) => bytes(field, encodeUtf8(value)),
    bytes,
    message(field, write) {
      head(field, WIRE.delimited)
      const start = sink.length()
      write()
      sink.prefixLength(start)
    },
    finish: sink.finish,
  }
}

interface GrowingBytes {
  readonly length: () => number
  readonly varint: (value: number | bigint) => void
  readonly float32: (value: number) => void
  readonly bytes: (value: Uint8Array) => void
  /** Puts the length of everything since `start` before it. */
  readonly prefixLength: (start: number) => void
  readonly finish: () => Uint8Array
}

function growingBytes(): GrowingBytes {
  let [room, length] = [new Uint8Array(1024), 0]
  const reserve = (count: number): number => {
    const start = length
    length += count
    if (length > room.length) {
      const larger = new Uint8Array(Math.max(length, room.length * 2))
      larger.set(room.subarray(0, start))
      room = larger
    }
    return start
  }
  const bytes = (value: ArrayLike<number>): void => {
    const start = reserve(value.length)
    room.set(value, start)
  }
  return {
    length: () => length,
    varint: (value) => bytes(varintBytes(value)),
    float32(value) {
      const start = reserve(4)
      new DataView(room.buffer).setFloat32(start, value, true)
    },
    bytes,
    prefixLength(start) {
      const end = length
      const prefix = varintBytes(end - start)
      reserve(prefix.length)
      room.copyWithin(start + prefix.length, start, end)
      room.set(prefix, start)
    },
    finish: () => room.slice(0, length),
  }
}

function varintBytes(value: number | bigint): number[] {
  if (typeof value === 'bigint' || value < 0) return longVarintBytes(BigInt.asUintN(64, BigInt(value)))
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
  bytes.push(rest)
  return bytes
}

function longVarintBytes(value: bigint): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) + 0x80)
  bytes.push(Number(rest))
  return bytes
}
