import { PbfWriter } from 'pbf'

/** Writes the fields of a message one after the other; a field is known by its number in the schema. */
export interface ProtoWriter {
  /** A whole number; negative ones as two's complement of 64 bits. */
  readonly int: (field: number, value: number) => void
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
  const out = new PbfWriter()
  return {
    int: (field, value) => out.writeVarintField(field, value),
    float: (field, value) => out.writeFloatField(field, value),
    text: (field, value) => out.writeStringField(field, value),
    bytes: (field, value) => out.writeBytesField(field, value),
    message: (field, write) => out.writeMessage(field, write, undefined),
    finish: () => out.finish(),
  }
}
