import { open, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Refusal, refuse } from '#common/errors'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { ok, type Result } from '#common/result'
import { growthFault } from '#core/exchange/archives/rules'
import { type OpenedZip, type ZipEntry, ZipEntryError } from '#core/exchange/datasets/zip'
import { checkRoom, MAX_MODEL_FILES, safePath } from '#core/models/store/rules'
import { openZip } from '#decoding/zip'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull } from './disk.ts'

/** Unpacks the files of an archive that a model may hold into a folder; links and names that lead outside stay out. */
export async function unzip(path: string, to: string, name: string): Promise<Result<undefined, Refusal>> {
  const opened = await openZip(path, { maxEntries: MAX_MODEL_FILES, name })
  if (!opened.ok) return opened
  const zip = opened.value
  try {
    const room = await checkSizes(zip, to, name)
    if (!room.ok) return room
    for (const entry of zip.entries) await unpack(zip, entry, to)
    return ok(undefined)
  } catch (failure) {
    if (failure instanceof ZipEntryError) return damaged(name, failure.fault)
    throw asDiskFull(failure)
  } finally {
    zip.close()
  }
}

/** The sizes are those that the directory states; reading an entry fails where there is more. */
async function checkSizes(
  { entries, packedBytes: packed }: OpenedZip,
  to: string,
  name: string,
): Promise<Result<undefined, Refusal>> {
  const unpacked = entries.reduce((sum, { bytes }) => sum + bytes, 0)
  if (growthFault({ packed, unpacked })) return damaged(name, message('archive-grows-too-much'))
  const { bavail, bsize } = await statfs(dirname(to))
  return checkRoom(unpacked, bavail * bsize)
}

async function unpack(zip: OpenedZip, entry: ZipEntry, to: string): Promise<void> {
  const safe = safePath(entry.path)
  if (safe === undefined || entry.kind !== 'file') return
  if (entry.isEncrypted) throw new ZipEntryError(message('entry-encrypted', { path: entry.path }))
  const file = await fileAt(join(to, ...safe.split('/'))).catch((failure: unknown) => {
    throw isTaken(failure) ? new ZipEntryError(message('entry-without-place', { path: entry.path })) : failure
  })
  try {
    for await (const bytes of zip.read(entry)) await file.writeFile(bytes)
  } finally {
    await file.close()
  }
}

async function fileAt(place: string) {
  await makeFolder(dirname(place))
  return open(place, 'wx')
}

/** Another file of the archive has the name, or is called as a folder is. */
function isTaken(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && (failure.code === 'EEXIST' || failure.code === 'ENOTDIR')
}

function damaged(name: string, fault: Message) {
  return refuse('model-archive-not-unpacked', { name }, fault)
}
