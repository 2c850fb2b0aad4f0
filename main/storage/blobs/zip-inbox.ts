import { randomUUID } from 'node:crypto'
import { access, mkdir, open as openFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { refuse } from '#common/errors'
import { TaskId } from '#common/ids'
import { ok } from '#common/result'
import { checkZipDirectory, type StatedEntry } from '#core/archives/rules'
import { type OpenedZip, type ZipEntry, ZipEntryError, type ZipInbox, ZipTooLargeError } from '#core/zip-uploads/ports'
import { asDiskFull } from '../kit/disk-full.ts'
import { syncFolder } from './durable-files.ts'

const ENDING = '.zip'

/** The folder of uploaded archives: `<task>.zip`, there only when all of it is on the disk. */
export async function openZipInbox(folder: string): Promise<ZipInbox> {
  const incoming = join(folder, 'incoming')
  // What a killed process left half received belongs to nobody.
  await rm(incoming, { recursive: true, force: true })
  await mkdir(incoming, { recursive: true })
  const pathOf = (task: TaskId) => join(folder, `${task}${ENDING}`)

  return {
    has: (task) =>
      access(pathOf(task)).then(
        () => true,
        () => false,
      ),
    async receive(task, source, maxBytes) {
      const part = join(incoming, randomUUID())
      try {
        await writeAll(part, source, maxBytes)
        await rename(part, pathOf(task))
        await syncFolder(folder)
      } catch (failure) {
        await rm(part, { force: true })
        throw asDiskFull(failure)
      }
    },
    async open(task, maxEntries) {
      try {
        return await openZip(pathOf(task), maxEntries)
      } catch (failure) {
        const detail = failure instanceof Error ? failure.message : String(failure)
        return refuse('archive-unreadable', `The upload is no ZIP file, or it is damaged: ${detail}`)
      }
    },
    place: (task, maxEntries) => ({ kind: 'zip', path: pathOf(task), maxEntries }),
    discard: (task) => rm(pathOf(task), { force: true }),
    async tasks() {
      const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING))
      return names.flatMap((name) => TaskId.safeParse(name.slice(0, -ENDING.length)).data ?? [])
    },
  }
}

async function writeAll(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<void> {
  const file = await openFile(path, 'wx')
  try {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new ZipTooLargeError(`More than ${maxBytes} bytes`)
      await file.writeFile(chunk)
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function openZip(path: string, maxEntries: number) {
  // Names are judged one by one: the reader's own check would give the whole archive up for one bad name.
  const zip = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false })
  try {
    if (zip.entryCount > maxEntries) {
      zip.close()
      return refuse('archive-too-large', `The archive has ${zip.entryCount} entries; at most ${maxEntries} are read`)
    }
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
    if (sum !== entry.crc32) throw new ZipEntryError('It is damaged in the archive: the checksum is another')
  }
  return {
    entries: found.map(toEntry),
    packedBytes: zip.fileSize,
    read,
    readText: async (entry) => (await buffer(read(entry))).toString('utf8'),
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
