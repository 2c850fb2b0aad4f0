import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { checkZipDirectory, type StatedEntry } from '#core/archives/rules'
import { textOf } from '#core/datasets/utf16'
import { type OpenedZip, type ZipEntry, ZipEntryError } from '#core/zip-uploads/ports'

export interface ZipOpening {
  /** Most entries, folders included. */
  readonly maxEntries: number
  /** The name of the archive in sentences. */
  readonly name: string
}

/** Opens any archive that comes in. One that is no sound ZIP file, or has too many entries, is refused as a whole. */
export async function openZip(path: string, { maxEntries, name }: ZipOpening): Promise<Result<OpenedZip, Refusal>> {
  try {
    // Names are judged one by one: the reader's own check would give the whole archive up for one bad name.
    const zip = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
    if (zip.entryCount <= maxEntries) return await readDirectory(zip)
    zip.close()
    return refuse('archive-too-large', `${name} has ${zip.entryCount} entries; at most ${maxEntries} are read`)
  } catch (failure) {
    const detail = failure instanceof Error ? failure.message : String(failure)
    return refuse('archive-unreadable', `${name} is no ZIP file, or it is damaged: ${detail}`)
  }
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
      const detail = failure instanceof Error ? failure.message : String(failure)
      throw new ZipEntryError(`It is damaged in the archive: ${detail}`)
    }
    if (sum !== entry.crc32) throw new ZipEntryError('Checksum mismatch in the archive. Create the archive again')
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

/** Archives made on Unix tell the kind of file; others leave the bits empty. */
function kindOf({ externalFileAttributes }: Entry): ZipEntry['kind'] {
  const type = (externalFileAttributes >>> UNIX_SHIFT) & TYPE
  if (type === LINK) return 'link'
  if (type === FOLDER) return 'folder'
  return type === 0 || type === FILE ? 'file' : 'special'
}
