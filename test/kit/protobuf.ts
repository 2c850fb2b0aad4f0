/** The rules of the wire format that `tf.train.Example` needs. Fields are written in the given order. */

const BYTES = 2

/** Returns a field with a text, bytes or another message. */
export function field(number: number, content: string | Uint8Array): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.concat([varint((number << 3) | BYTES), varint(bytes.length), bytes])
}

/** Returns a natural number in groups of seven bits, low ones first. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}

/** Returns consecutive 32-bit floats. */
export function packedFloats(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4)
  return bytes
}
