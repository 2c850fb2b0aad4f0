import { mkdir, open, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { checkZipDirectory, growthFault, type StatedEntry } from '#core/archives/rules'
import { checkRoom, MAX_MODEL_FILES, safePath } from '#core/model-store/rules'
import { asDiskFull } from './disk.ts'

/** Unpacks the files of an archive that a model may hold into a folder; links and names that lead outside stay out. */
export async function unzip(path: string, to: string, name: string): Promise<Result<undefined, Refusal>> {
  const zip = await yauzl.openPromise(path, { autoClose: false, decodeStrings: false }).catch(() => undefined)
  if (zip === undefined) return damaged(name, 'it is no ZIP file')
  try {
    if (zip.entryCount > MAX_MODEL_FILES) {
      return refuse('archive-too-large', `${name} has ${zip.entryCount} entries; at most ${MAX_MODEL_FILES} are read`)
    }
    const entries: Entry[] = []
    for await (const entry of zip.eachEntry()) entries.push(entry)
    const sound = checkDirectory(entries, zip.fileSize, name)
    if (!sound.ok) return sound
    const room = await checkSizes(entries, to)
    if (!room.ok) return room
    for (const entry of entries) await unpack(zip, entry, to)
    return ok(undefined)
  } catch (failure) {
    if (failure instanceof Error && asDiskFull(failure) === failure) return damaged(name, failure.message)
    throw asDiskFull(failure)
  } finally {
    zip.close()
  }
}

function checkDirectory(entries: readonly Entry[], packed: number, name: string): Result<undefined, Refusal> {
  const unpacked = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  if (growthFault({ packed, unpacked })) return damaged(name, 'it unpacks to far more than its own size')
  return checkZipDirectory(entries.map(toStated), packed)
}

function toStated({ relativeOffsetOfLocalHeader, fileNameRaw, compressedSize, uncompressedSize }: Entry): StatedEntry {
  const [offset, nameBytes] = [relativeOffsetOfLocalHeader, fileNameRaw.length]
  return { offset, nameBytes, packedBytes: compressedSize, bytes: uncompressedSize }
}

/** The sizes are those that the directory states; reading an entry fails where there is more. */
async function checkSizes(entries: readonly Entry[], to: string): Promise<Result<undefined, Refusal>> {
  const bytes = entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
  const { bavail, bsize } = await statfs(dirname(to))
  return checkRoom(bytes, bavail * bsize)
}

async function unpack(zip: ZipFile, entry: Entry, to: string): Promise<void> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
  const path = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  const safe = safePath(path)
  if (safe === undefined || !isFile(entry)) return
  if (entry.isEncrypted()) throw new Error(`${path} is encrypted`)
  const place = join(to, ...safe.split('/'))
  await mkdir(dirname(place), { recursive: true })
  const file = await open(place, 'wx')
  let sum = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      const bytes = Buffer.from(chunk)
      sum = crc32(bytes, sum)
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  if (sum !== entry.crc32) throw new Error(`the checksum of ${path} is another`)
}

const [TYPE, FILE, UNIX_SHIFT] = [0o170000, 0o100000, 16]

/** Archives made on Unix tell the kind of file; others leave the bits empty. */
function isFile({ externalFileAttributes }: Entry): boolean {
  const type = (externalFileAttributes >>> UNIX_SHIFT) & TYPE
  return type === 0 || type === FILE
}

function damaged(name: string, detail: string) {
  return refuse(
    'archive-unreadable',
    `${name} cannot be unpacked: ${detail}. Fetch it again, or drop its unpacked folder`,
  )
}
