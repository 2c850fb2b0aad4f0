import { once } from 'node:events'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

/** An array for numpy: 32-bit floats, row by row, in pieces of any length that are made one after the other. */
export interface FloatArray {
  readonly name: string
  /** Two lengths or more. */
  readonly shape: readonly number[]
  readonly pieces: Iterable<Float32Array>
}

interface Entry {
  readonly name: Buffer
  readonly crc: number
  readonly size: number
  readonly packed: readonly Buffer[]
  readonly packedSize: number
}

/** The limit of a zip without extensions for one file, and as a whole. */
export const MAX_ARRAY_BYTES = 0xffffffff

// Signatures and fields are those of the .ZIP specification (APPNOTE); every number little endian.
const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50]
const [VERSION, DEFLATED] = [20, 8]
/** 1 January 1980, the first day that a zip knows. */
const DATE = 0x21

/**
 * A compressed numpy archive (`.npz`): a zip with a `.npy` file for each array. Of an array only one piece lies in memory at a time,
 * besides what it is packed to.
 */
export async function npzArchive(arrays: readonly FloatArray[]): Promise<Uint8Array> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const array of arrays) {
    const entry = await pack(array)
    directory.push(centralHeader(entry, offset), entry.name)
    const local = [localHeader(entry), entry.name, ...entry.packed]
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  return Buffer.concat([...parts, ...directory, endRecord({ count: arrays.length, size, offset })])
}

async function pack({ name, shape, pieces }: FloatArray): Promise<Entry> {
  // Logits hardly shrink more at a higher level, and take several times as long.
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED })
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const ended = once(deflate, 'end')
  let [crc, size] = [0, 0]
  for (const bytes of bytesOf(shape, pieces)) {
    crc = crc32(bytes, crc)
    size += bytes.length
    if (!deflate.write(bytes)) await once(deflate, 'drain')
  }
  deflate.end()
  await ended
  const packedSize = packed.reduce((sum, { length }) => sum + length, 0)
  return { name: Buffer.from(`${name}.npy`), crc, size, packed, packedSize }
}

function* bytesOf(shape: readonly number[], pieces: Iterable<Float32Array>): Generator<Uint8Array> {
  yield npyHeader(shape)
  for (const { buffer, byteOffset, byteLength } of pieces) yield new Uint8Array(buffer, byteOffset, byteLength)
}

/** Version 1.0 of numpy's format: a magic word, the length of a Python dictionary, and the dictionary padded to 64 bytes. */
function npyHeader(shape: readonly number[]): Buffer {
  const text = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')}), }`
  const before = 10
  const length = Math.ceil((before + text.length + 1) / 64) * 64 - before
  const header = Buffer.alloc(before + length, ' ')
  header.write('\x93NUMPY\x01\x00', 0, 'latin1')
  header.writeUInt16LE(length, 8)
  header.write(text, before, 'latin1')
  header.write('\n', before + length - 1)
  return header
}

function localHeader(entry: Entry): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(LOCAL, 0)
  writeFacts(header, 4, entry)
  return header
}

function centralHeader(entry: Entry, offset: number): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(CENTRAL, 0)
  header.writeUInt16LE(VERSION, 4)
  writeFacts(header, 6, entry)
  header.writeUInt32LE(offset, 42)
  return header
}

/** The fields that both headers of a file share, in the same order. */
function writeFacts(header: Buffer, at: number, { name, crc, size, packedSize }: Entry): void {
  header.writeUInt16LE(VERSION, at)
  header.writeUInt16LE(DEFLATED, at + 4)
  header.writeUInt16LE(DATE, at + 8)
  header.writeUInt32LE(crc, at + 10)
  header.writeUInt32LE(packedSize, at + 14)
  header.writeUInt32LE(size, at + 18)
  header.writeUInt16LE(name.length, at + 22)
}

function endRecord({ count, size, offset }: { count: number; size: number; offset: number }): Buffer {
  const record = Buffer.alloc(22)
  record.writeUInt32LE(END, 0)
  record.writeUInt16LE(count, 8)
  record.writeUInt16LE(count, 10)
  record.writeUInt32LE(size, 12)
  record.writeUInt32LE(offset, 16)
  return record
}
