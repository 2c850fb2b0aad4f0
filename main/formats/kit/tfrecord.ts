import { field, packedFloats, varint } from './protobuf.ts'

/** What is known of one image by one name: texts or bytes, numbers with fractions, or whole numbers. */
export type Feature =
  | { readonly bytes: readonly (string | Uint8Array)[] }
  | { readonly floats: readonly number[] }
  | { readonly ints: readonly number[] }

/** A `tf.train.Example`, its features by code unit of their names. */
export function exampleOf(features: Readonly<Record<string, Feature>>): Uint8Array {
  const names = Object.keys(features).toSorted()
  const entries = names.map((name) => {
    const feature = features[name] ?? { bytes: [] }
    return field(1, Buffer.concat([field(1, name), field(2, listOf(feature))]))
  })
  return field(1, Buffer.concat(entries))
}

/** An empty list is there all the same, with nothing in it. */
function listOf(feature: Feature): Uint8Array {
  if ('bytes' in feature) return field(1, Buffer.concat(feature.bytes.map((value) => field(1, value))))
  if ('floats' in feature) return field(2, packed(packedFloats(feature.floats)))
  return field(3, packed(Buffer.concat(feature.ints.map(varint))))
}

function packed(values: Uint8Array): Uint8Array {
  return values.length === 0 ? values : field(1, values)
}

/** A record of a TFRecord file: length, its checksum, the data, and theirs. */
export function tfRecord(data: Uint8Array): Uint8Array {
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(data.length))
  return Buffer.concat([length, maskedChecksum(length), data, maskedChecksum(data)])
}

function maskedChecksum(data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(maskedCrc32c(data))
  return bytes
}

/** Turned and moved, because checksums of checksums are weak. */
export function maskedCrc32c(data: Uint8Array): number {
  const sum = crc32c(data)
  return (((sum >>> 15) | (sum << 17)) + 0xa282ead8) >>> 0
}

/** Castagnoli's polynomial, bits reflected. */
const POLYNOMIAL = 0x82f63b78

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1
  return value
})

export function crc32c(data: Uint8Array): number {
  let sum = 0xffffffff
  for (let i = 0; i < data.length; i += 1) sum = (TABLE[(sum ^ (data[i] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}
