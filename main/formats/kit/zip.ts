import { promisify } from 'node:util'
import { constants, crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import {
  dataDescriptor,
  directoryEnd,
  directoryRecord,
  dosTime,
  type EntryFacts,
  entrySpan,
  localHeader,
} from './zip-records.ts'

/** One entry of a ZIP file. The path of a folder ends in `/`. */
export interface ZipEntry {
  readonly path: string
  /** Checksum and sizes stand before whole bytes, but behind those of chunks, which are always deflated. */
  readonly content: Uint8Array | AsyncIterable<Uint8Array>
  /** Whether whole bytes are deflated too, if they are more than a few and that makes them fewer. */
  readonly isDeflated: boolean
}

const LEVEL = 6
/** An empty last block: what ends deflated chunks. */
const LAST_BLOCK = Buffer.from([3, 0])
/** Less than this is stored as it is: preparing to deflate it takes longer than writing it, and unpacked it fills a block of the disk anyway. */
const LEAST_DEFLATED = 1024
const PAGE_BYTES = 131_072
const WRITE_BYTES = 262_144
/** Copying so much costs more than one more piece. */
const LARGE_BYTES = 8192

/**
 * A ZIP file, made as it is taken. The same entries and time give the same bytes, in any time zone. Of an entry that is
 * written, only its record in the directory stays in memory.
 */
export function zipFile(entries: AsyncIterable<ZipEntry>, modified: Date): AsyncGenerator<Uint8Array> {
  return joined(zipParts(entries, dosTime(modified)))
}

async function* zipParts(entries: AsyncIterable<ZipEntry>, time: number): AsyncGenerator<Uint8Array> {
  const directory = openDirectory()
  for await (const { path, content, isDeflated } of entries) {
    const name = Buffer.from(path)
    const isWhole = content instanceof Uint8Array
    const facts = isWhole
      ? yield* wholeEntry({ name, time, isDeflated }, content)
      : yield* chunkedEntry({ name, time, isDeflated: true }, content)
    directory.add(facts)
  }
  yield* directory.end()
}

type Start = Pick<EntryFacts, 'name' | 'time' | 'isDeflated'>

function* wholeEntry(start: Start, content: Uint8Array): Generator<Uint8Array, EntryFacts> {
  const deflated =
    start.isDeflated && content.length >= LEAST_DEFLATED ? deflateRawSync(content, { level: LEVEL }) : content
  const packed = deflated.length < content.length ? deflated : content
  const facts = {
    ...start,
    isDeflated: packed !== content,
    hasDescriptor: false,
    crc: crc32(content),
    packedBytes: packed.length,
    bytes: content.length,
  }
  yield localHeader(facts)
  yield packed
  return facts
}

const deflate = promisify(deflateRaw)

/** Each chunk is deflated for itself and ends at a whole byte, so that together they are one deflated text. */
async function* chunkedEntry(start: Start, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, EntryFacts> {
  let [crc, bytes, packedBytes] = [0, 0, LAST_BLOCK.length]
  yield localHeader({ ...start, hasDescriptor: true, crc, packedBytes, bytes })
  for await (const chunk of chunks) {
    const packed = await deflate(chunk, { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH })
    crc = crc32(chunk, crc)
    bytes += chunk.length
    packedBytes += packed.length
    yield packed
  }
  const facts = { ...start, hasDescriptor: true, crc, packedBytes, bytes }
  yield LAST_BLOCK
  yield dataDescriptor(facts)
  return facts
}

/** The directory of a hundred thousand entries as the bytes that it will be, in a few pages. */
function openDirectory() {
  const pages: Buffer[] = []
  let page = Buffer.alloc(PAGE_BYTES)
  let [entries, offset, used, bytes] = [0, 0, 0, 0]
  return {
    add(entry: EntryFacts): void {
      const record = directoryRecord(entry, offset)
      if (used + record.length > PAGE_BYTES) {
        pages.push(page.subarray(0, used))
        page = Buffer.alloc(PAGE_BYTES)
        used = 0
      }
      used += record.copy(page, used)
      bytes += record.length
      entries += 1
      offset += entrySpan(entry)
    },
    *end(): Generator<Uint8Array> {
      yield* pages
      yield page.subarray(0, used)
      yield directoryEnd({ entries, offset, bytes })
    },
  }
}

/** The same bytes in pieces that are worth a write: small parts are joined, others pass as they are. */
async function* joined(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const part of parts) {
    const isLarge = part.length >= LARGE_BYTES
    if (!isLarge) {
      waiting.push(part)
      bytes += part.length
    }
    if (isLarge || bytes >= WRITE_BYTES) {
      if (bytes > 0) yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
    if (isLarge) yield part
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
