/** A ZIP file's record of an entry, before its bytes and again in the directory at the end. */
export interface EntryFacts {
  /** In UTF-8; that of a folder ends in `/`. */
  readonly name: Uint8Array
  /** From `dosTime`. */
  readonly time: number
  readonly isDeflated: boolean
  /** Whether checksum and sizes follow the bytes of the entry, because nobody knew them before. */
  readonly hasDescriptor: boolean
  readonly crc: number
  readonly packedBytes: number
  readonly bytes: number
}

export interface DirectoryFacts {
  readonly entries: number
  readonly offset: number
  readonly bytes: number
}

/** All bits set say that a number is too large for its place and stands in a ZIP64 record. */
const FULL_16 = 0xffff
const FULL_32 = 0xffffffff
/** The version that a reader must support: deflated entries and folders, or ZIP64 too. */
const PLAIN = 20
const ZIP64 = 45
const MADE_ON_UNIX = 3 * 256 + ZIP64
const FILE_ATTRIBUTES = 0o100644 * 65_536
/** The last bit is the folder of MS-DOS. */
const FOLDER_ATTRIBUTES = 0o040755 * 65_536 + 0x10
const HAS_DESCRIPTOR = 0x0008
const NAME_IS_UTF8 = 0x0800
/** Without the names behind them. */
const LOCAL_HEADER_BYTES = 30
const DIRECTORY_RECORD_BYTES = 46
const SLASH = 0x2f

/** An archive has two records for each of its files: they are written in place, as a list of fields would take several times as long. */
export function localHeader(entry: EntryFacts): Buffer {
  const bytes = Buffer.allocUnsafe(LOCAL_HEADER_BYTES + entry.name.length)
  bytes.writeUInt32LE(0x04034b50, 0)
  writeShared(bytes, 4, entry.hasDescriptor ? { ...entry, crc: 0, packedBytes: 0, bytes: 0 } : entry)
  bytes.writeUInt16LE(PLAIN, 4)
  bytes.writeUInt16LE(0, 28)
  bytes.set(entry.name, LOCAL_HEADER_BYTES)
  return bytes
}

export function dataDescriptor({ crc, packedBytes, bytes }: EntryFacts): Buffer {
  const isLarge = Math.max(packedBytes, bytes) >= FULL_32
  const written = Buffer.allocUnsafe(isLarge ? 24 : 16)
  written.writeUInt32LE(0x08074b50, 0)
  written.writeUInt32LE(crc, 4)
  if (isLarge) {
    writeSize(written, 8, packedBytes)
    writeSize(written, 16, bytes)
  } else {
    written.writeUInt32LE(packedBytes, 8)
    written.writeUInt32LE(bytes, 12)
  }
  return written
}

/** How many bytes lie between the start of this entry and that of the next. */
export function entrySpan(entry: EntryFacts): number {
  const descriptor = entry.hasDescriptor ? dataDescriptor(entry).length : 0
  return LOCAL_HEADER_BYTES + entry.name.length + entry.packedBytes + descriptor
}

export function directoryRecord(entry: EntryFacts, offset: number): Buffer {
  const { name } = entry
  const tooLarge = [entry.bytes, entry.packedBytes, offset].filter((value) => value >= FULL_32)
  const extraBytes = tooLarge.length === 0 ? 0 : 4 + 8 * tooLarge.length
  const bytes = Buffer.allocUnsafe(DIRECTORY_RECORD_BYTES + name.length + extraBytes)
  bytes.writeUInt32LE(0x02014b50, 0)
  bytes.writeUInt16LE(MADE_ON_UNIX, 4)
  writeShared(bytes, 6, entry)
  bytes.writeUInt16LE(tooLarge.length === 0 ? PLAIN : ZIP64, 6)
  bytes.writeUInt16LE(extraBytes, 30)
  // No comment; disk 0, no internal attributes.
  bytes.fill(0, 32, 38)
  bytes.writeUInt32LE(name.at(-1) === SLASH ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES, 38)
  bytes.writeUInt32LE(Math.min(offset, FULL_32), 42)
  bytes.set(name, DIRECTORY_RECORD_BYTES)
  if (tooLarge.length > 0) writeExtra(bytes, DIRECTORY_RECORD_BYTES + name.length, tooLarge)
  return bytes
}

function writeExtra(bytes: Buffer, at: number, tooLarge: readonly number[]): void {
  bytes.writeUInt16LE(1, at)
  bytes.writeUInt16LE(8 * tooLarge.length, at + 2)
  for (const [place, value] of tooLarge.entries()) writeSize(bytes, at + 4 + 8 * place, value)
}

/** The end of the file, behind the records of the directory. */
export function directoryEnd({ entries, offset, bytes }: DirectoryFacts): Buffer {
  const isPlain = entries < FULL_16 && offset < FULL_32 && bytes < FULL_32
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, FULL_16), 8)
  end.writeUInt16LE(Math.min(entries, FULL_16), 10)
  end.writeUInt32LE(Math.min(bytes, FULL_32), 12)
  end.writeUInt32LE(Math.min(offset, FULL_32), 16)
  return isPlain ? end : Buffer.concat([zip64End({ entries, offset, bytes }), end])
}

/** Its record of 56 bytes, and the locator that leads to it. */
function zip64End({ entries, offset, bytes }: DirectoryFacts): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  writeSize(end, 4, 44)
  end.writeUInt16LE(MADE_ON_UNIX, 12)
  end.writeUInt16LE(ZIP64, 14)
  writeSize(end, 24, entries)
  writeSize(end, 32, entries)
  writeSize(end, 40, bytes)
  writeSize(end, 48, offset)
  end.writeUInt32LE(0x07064b50, 56)
  writeSize(end, 64, offset + bytes)
  end.writeUInt32LE(1, 72)
  return end
}

/** The time in UTC as MS-DOS wrote it: even seconds, from 1980 to 2107. */
export function dosTime(date: Date): number {
  const year = date.getUTCFullYear() - 1980
  if (year < 0) return dosTime(new Date('1980-01-01T00:00:00Z'))
  if (year > 127) return dosTime(new Date('2107-12-31T23:59:58Z'))
  const day = year * 512 + (date.getUTCMonth() + 1) * 32 + date.getUTCDate()
  const seconds = date.getUTCHours() * 2048 + date.getUTCMinutes() * 32 + Math.floor(date.getUTCSeconds() / 2)
  return day * 65_536 + seconds
}

/** From the version that is needed to the length of the name, as in the local header and in the directory; the version is left out. */
function writeShared(bytes: Buffer, at: number, entry: EntryFacts): void {
  bytes.writeUInt16LE(entry.hasDescriptor ? NAME_IS_UTF8 + HAS_DESCRIPTOR : NAME_IS_UTF8, at + 2)
  bytes.writeUInt16LE(entry.isDeflated ? 8 : 0, at + 4)
  bytes.writeUInt32LE(entry.time, at + 6)
  bytes.writeUInt32LE(entry.crc, at + 10)
  bytes.writeUInt32LE(Math.min(entry.packedBytes, FULL_32), at + 14)
  bytes.writeUInt32LE(Math.min(entry.bytes, FULL_32), at + 18)
  bytes.writeUInt16LE(entry.name.length, at + 22)
}

/** A size of eight bytes. Node writes up to six, and no size needs more. */
function writeSize(bytes: Buffer, at: number, value: number): void {
  bytes.writeUIntLE(value, at, 6)
  bytes.writeUInt16LE(0, at + 6)
}
