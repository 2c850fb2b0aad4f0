import { PbfWriter } from 'pbf'

/** The values of one image under one name: texts or bytes, numbers with fractions, or whole numbers. */
export type Feature =
  | { readonly bytes: readonly (string | Uint8Array)[] }
  | { readonly floats: readonly number[] }
  | { readonly ints: readonly number[] }

/** A `tf.train.Example`, its features by code unit of their names. */
export function exampleOf(features: Readonly<Record<string, Feature>>): Uint8Array {
  const out = new PbfWriter()
  out.writeMessage(1, writeEntries, features)
  return out.finish()
}

function writeEntries(features: Readonly<Record<string, Feature>>, out: PbfWriter): void {
  for (const name of Object.keys(features).toSorted()) {
    out.writeMessage(1, writeEntry, { name, feature: features[name] ?? { bytes: [] } })
  }
}

function writeEntry({ name, feature }: { readonly name: string; readonly feature: Feature }, out: PbfWriter): void {
  out.writeStringField(1, name)
  out.writeMessage(2, writeList, feature)
}

/** An empty list is there all the same, with nothing in it. */
function writeList(feature: Feature, out: PbfWriter): void {
  if ('bytes' in feature) out.writeMessage(1, writeTexts, feature.bytes)
  else if ('floats' in feature) out.writeMessage(2, () => out.writePackedFloat(1, [...feature.floats]), undefined)
  else out.writeMessage(3, () => out.writePackedVarint(1, [...feature.ints]), undefined)
}

function writeTexts(values: readonly (string | Uint8Array)[], out: PbfWriter): void {
  for (const value of values) {
    if (typeof value === 'string') out.writeStringField(1, value)
    else out.writeBytesField(1, value)
  }
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
