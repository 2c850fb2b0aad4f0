/** The few rules of the wire format that `tf.train.Example` needs. Fields come in the order in which they are given. */

const BYTES = 2

/** A field that holds a text, bytes or another message. */
export function field(number: number, content: string | Uint8Array): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.concat([varint((number << 3) | BYTES), varint(bytes.length), bytes])
}

/** A whole number from 0, seven bits a byte, the low ones first. */
export function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.from([...bytes, rest])
}

/** Many numbers of 32 bits behind each other. */
export function packedFloats(values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeFloatLE(value, i * 4)
  return bytes
}
