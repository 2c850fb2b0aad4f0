/** A field of a message as it lies there: a whole number, or the bytes of a text, a message, or a number of four or eight bytes. */
export interface Field {
  readonly number: number
  readonly content: bigint | Buffer
}

const [VARINT, EIGHT_BYTES, BYTES, FOUR_BYTES] = [0, 1, 2, 5]

/** The fields of a message; undefined when its bytes are none. */
export function readFields(bytes: Buffer): readonly Field[] | undefined {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at)
    if (key === undefined) return undefined
    const found = readContent(bytes, key.end, Number(key.value & 7n))
    if (found === undefined) return undefined
    fields.push({ number: Number(key.value >> 3n), content: found.content })
    at = found.end
  }
  return fields
}

/** Numbers that stand one behind the other; undefined when the last one is cut off. */
export function readVarints(bytes: Buffer): readonly bigint[] | undefined {
  const values: bigint[] = []
  for (let at = 0; at < bytes.length; ) {
    const found = readVarint(bytes, at)
    if (found === undefined) return undefined
    values.push(found.value)
    at = found.end
  }
  return values
}

interface Content {
  readonly content: Field['content']
  readonly end: number
}

function readContent(bytes: Buffer, at: number, kind: number): Content | undefined {
  if (kind === VARINT) {
    const number = readVarint(bytes, at)
    return number && { content: number.value, end: number.end }
  }
  const extent = extentOf(bytes, at, kind)
  if (extent === undefined || extent.length > bytes.length - extent.start) return undefined
  const end = extent.start + Number(extent.length)
  return { content: bytes.subarray(extent.start, end), end }
}

function extentOf(bytes: Buffer, at: number, kind: number) {
  if (kind === EIGHT_BYTES) return { start: at, length: 8n }
  if (kind === FOUR_BYTES) return { start: at, length: 4n }
  const length = kind === BYTES ? readVarint(bytes, at) : undefined
  return length && { start: length.end, length: length.value }
}

/** Seven bits a byte, the low ones first; of 64 bits at most. */
function readVarint(bytes: Buffer, start: number): { value: bigint; end: number } | undefined {
  let value = 0n
  for (let at = start; at < start + 10; at += 1) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    value |= BigInt(byte & 127) << BigInt(7 * (at - start))
    if (byte < 128) return { value: BigInt.asUintN(64, value), end: at + 1 }
  }
  return undefined
}
