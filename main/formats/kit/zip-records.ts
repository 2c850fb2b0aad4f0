/** What a ZIP file says of an entry, before its bytes and again in the directory at the end. */
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
/** What a reader must know: deflated entries and folders, or ZIP64 too. */
const PLAIN = 20
const ZIP64 = 45
const MADE_ON_UNIX = 3 * 256 + ZIP64
const FILE_ATTRIBUTES = 0o100644 * 65_536
/** The last bit is the folder of MS-DOS. */
const FOLDER_ATTRIBUTES = 0o040755 * 65_536 + 0x10
const HAS_DESCRIPTOR = 0x0008
const NAME_IS_UTF8 = 0x0800
const LOCAL_HEADER_BYTES = 30
const SLASH = 0x2f

export function localHeader(entry: EntryFacts): Buffer {
  const known = entry.hasDescriptor ? { ...entry, crc: 0, packedBytes: 0, bytes: 0 } : entry
  const fields = record([4, 0x04034b50], ...shared(known, PLAIN), [2, entry.name.length], [2, 0])
  return Buffer.concat([fields, entry.name])
}

export function dataDescriptor({ crc, packedBytes, bytes }: EntryFacts): Buffer {
  const width = Math.max(packedBytes, bytes) < FULL_32 ? 4 : 8
  return record([4, 0x08074b50], [4, crc], [width, packedBytes], [width, bytes])
}

/** How many bytes lie between the start of this entry and that of the next. */
export function entrySpan(entry: EntryFacts): number {
  const descriptor = entry.hasDescriptor ? dataDescriptor(entry).length : 0
  return LOCAL_HEADER_BYTES + entry.name.length + entry.packedBytes + descriptor
}

export function directoryRecord(entry: EntryFacts, offset: number): Buffer {
  const tooLarge = [entry.bytes, entry.packedBytes, offset].filter((value) => value >= FULL_32)
  const isPlain = tooLarge.length === 0
  const extra = isPlain ? record() : record([2, 1], [2, 8 * tooLarge.length], ...tooLarge.map(eightBytes))
  const fields = record(
    [4, 0x02014b50],
    [2, MADE_ON_UNIX],
    ...shared(entry, isPlain ? PLAIN : ZIP64),
    [2, entry.name.length],
    [2, extra.length],
    // No comment; disk 0, no internal attributes.
    [2, 0],
    [4, 0],
    [4, entry.name.at(-1) === SLASH ? FOLDER_ATTRIBUTES : FILE_ATTRIBUTES],
    [4, Math.min(offset, FULL_32)],
  )
  return Buffer.concat([fields, entry.name, extra])
}

/** What closes the file, behind the records of the directory. */
export function directoryEnd({ entries, offset, bytes }: DirectoryFacts): Buffer {
  const isPlain = entries < FULL_16 && offset < FULL_32 && bytes < FULL_32
  const count = Math.min(entries, FULL_16)
  const end = record(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, Math.min(bytes, FULL_32)],
    [4, Math.min(offset, FULL_32)],
    [2, 0],
  )
  return isPlain ? end : Buffer.concat([zip64End({ entries, offset, bytes }), end])
}

function zip64End({ entries, offset, bytes }: DirectoryFacts): Buffer {
  const versions = [
    [2, MADE_ON_UNIX],
    [2, ZIP64],
  ] as const
  const end = record([4, 0x06064b50], [8, 44], ...versions, [8, 0], [8, entries], [8, entries], [8, bytes], [8, offset])
  const locator = record([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1])
  return Buffer.concat([end, locator])
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

type Field = readonly [width: number, value: number]

/** The fields that are the same in the local header and in the directory. */
function shared(entry: EntryFacts, version: number): readonly Field[] {
  return [
    [2, version],
    [2, entry.hasDescriptor ? NAME_IS_UTF8 + HAS_DESCRIPTOR : NAME_IS_UTF8],
    [2, entry.isDeflated ? 8 : 0],
    [4, entry.time],
    [4, entry.crc],
    [4, Math.min(entry.packedBytes, FULL_32)],
    [4, Math.min(entry.bytes, FULL_32)],
  ]
}

function eightBytes(value: number): Field {
  return [8, value]
}

/** Numbers one after the other, each with its lowest byte first. */
function record(...fields: readonly Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    // Node writes up to six bytes, and no size needs more.
    bytes.writeUIntLE(value, at, Math.min(width, 6))
    at += width
  }
  return bytes
}
