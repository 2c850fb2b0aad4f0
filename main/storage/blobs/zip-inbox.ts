import { randomUUID } from 'node:crypto'
import { access, open as openFile, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import { type ZipInbox, ZipTooLargeError } from '#core/exchange/zip-uploads/ports'
import { openZip } from '#decoding/zip'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull } from '../kit/disk-full.ts'
import { syncFolder } from './durable-files.ts'

const ENDING = '.zip'

/** The folder of uploaded archives: `<task>.zip`, there only when all of it is on the disk. */
export async function openZipInbox(folder: string): Promise<ZipInbox> {
  const incoming = join(folder, 'incoming')
  // Files that a killed process left half received belong to nobody.
  await rm(incoming, { recursive: true, force: true })
  await makeFolder(incoming)
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
    open: (task, maxEntries) => openZip(pathOf(task), { maxEntries, name: message('name-of-upload') }),
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
