import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { checkZipDirectory, type StatedEntry } from '#core/exchange/archives/rules'
import { textOf } from '#core/exchange/datasets/utf16'
import { type OpenedZip, type ZipEntry, ZipEntryError } from '#core/exchange/datasets/zip'

export interface ZipOpening {
  /** Maximum number of entries, folders included. */
  readonly maxEntries: number
  /** The name of the archive in messages. */
  readonly name: string | Message
}

/** Opens an archive from outside. Refuses one that is not a sound ZIP file, or has too many entries. */
export async function openZip(path: string, { maxEntries, name }: ZipOpening): Promise<Result<OpenedZip, Refusal>> {
  try {
    // Names are checked one by one: the reader's own check would reject the whole archive for one bad name.
    const zip = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
    if (zip.entryCount <= maxEntries) return await readDirectory(zip)
    zip.close()
    return refuse('too-many-archive-entries', { archive: name, count: zip.entryCount, most: maxEntries })
  } catch (failure) {
    return refuse(directoryFault(failure), { name })
  }
}

/** The reader's messages are for programmers, and in English only. */
function directoryFault(failure: unknown) {
  const said = failure instanceof Error ? failure.message : ''
  if (said.startsWith('multi-disk')) return 'archive-split'
  if (/encryption/.test(said)) return 'archive-encrypted'
  // Data after the end of a ZIP file, or missing before it, hides its central directory.
  if (/^End of central directory|^Invalid comment length|EOF/.test(said)) return 'archive-not-zip'
  return 'archive-directory-damaged'
}

function entryFault(failure: unknown): Message {
  const said = failure instanceof Error ? failure.message : ''
  const [, method] = /^unsupported compression method: (\d+)/.exec(said) ?? []
  if (method !== undefined) return message('entry-method-unsupported', { method })
  return message('entry-damaged')
}

async function readDirectory(zip: ZipFile): Promise<Result<OpenedZip, Refusal>> {
  try {
    const found: Entry[] = []
    for await (const entry of zip.eachEntry()) found.push(entry)
    const sound = checkZipDirectory(found.map(toStated), zip.fileSize)
    if (sound.ok) return ok(openedZip(zip, found))
    zip.close()
    return sound
  } catch (failure) {
    zip.close()
    throw failure
  }
}

function toStated({ relativeOffsetOfLocalHeader, fileNameRaw, compressedSize, uncompressedSize }: Entry): StatedEntry {
  const [offset, nameBytes] = [relativeOffsetOfLocalHeader, fileNameRaw.length]
  return { offset, nameBytes, packedBytes: compressedSize, bytes: uncompressedSize }
}

function openedZip(zip: ZipFile, found: readonly Entry[]): OpenedZip {
  async function* read({ index }: ZipEntry): AsyncGenerator<Uint8Array> {
    const entry = found[index]
    if (entry === undefined) throw new Error(`There is no entry ${index}`)
    let sum = 0
    try {
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        const bytes = Buffer.from(chunk)
        sum = crc32(bytes, sum)
        yield bytes
      }
    } catch (failure) {
      throw new ZipEntryError(entryFault(failure), { cause: failure })
    }
    if (sum !== entry.crc32) throw new ZipEntryError(message('entry-checksum-differs'))
  }
  return {
    entries: found.map(toEntry),
    packedBytes: zip.fileSize,
    read,
    readText: async (entry) => textOf(await buffer(read(entry))),
    close: () => zip.close(),
  }
}

const [TYPE, FILE, FOLDER, LINK] = [0o170000, 0o100000, 0o040000, 0o120000]
const UNIX_SHIFT = 16

function toEntry(entry: Entry, index: number): ZipEntry {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, compressionMethod } = entry
  const path = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  return {
    index,
    path,
    bytes: entry.uncompressedSize,
    kind: path.endsWith('/') ? 'folder' : kindOf(entry),
    isEncrypted: entry.isEncrypted(),
    isPackedPlainly: compressionMethod === 0 || compressionMethod === 8,
  }
}

/** Archives made on Unix state the file type; others leave the bits empty. */
function kindOf({ externalFileAttributes }: Entry): ZipEntry['kind'] {
  const type = (externalFileAttributes >>> UNIX_SHIFT) & TYPE
  if (type === LINK) return 'link'
  if (type === FOLDER) return 'folder'
  return type === 0 || type === FILE ? 'file' : 'special'
}
