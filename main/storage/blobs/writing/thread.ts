import { closeSync, existsSync, fdatasync, fsync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect, promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import { makeFolderSync } from '#disk/make-folder'
import { flushFolder } from '../../kit/flush-folder.ts'
import { placeOverSync } from '../../kit/place-over.ts'
import { type FileToWrite, readBatch, type WriteFailure, type Written } from './border.ts'

/**
 * The thread that writes many small files. It waits for each call of the system but the flushes: to hand a call over to another thread costs
 * several times what the call itself does. The flushes of a batch run side by side, so that the disk does them together.
 */

const flush = promisify(fdatasync)
const sync = promisify(fsync)

/** Folders whose own names are on the disk: one that is there may have been made right before a crash. */
const flushed = new Set<string>()

const SystemFailure = z.object({ code: z.string().optional(), syscall: z.string().optional() })

parentPort?.on('message', (message: unknown) => void writeAll(readBatch(message)))

async function writeAll(files: readonly FileToWrite[]): Promise<void> {
  const failures = new Map<number, unknown>()
  await Promise.all(files.map((file) => write(file).catch((failure: unknown) => failures.set(file.id, failure))))
  const sound = files.filter(({ id }) => !failures.has(id))
  const byFolder = [...Map.groupBy(sound, ({ to }) => (to === undefined ? '' : dirname(to)))].filter(
    ([folder]) => folder !== '',
  )
  for (const [folder, within] of byFolder) giveNames(within, folder, failures)
  await Promise.all(byFolder.map(([folder, within]) => syncNames(within, folder, failures)))
  const written = files.map(({ id }): Written => ({ id, failure: toFailure(failures.get(id)) }))
  parentPort?.postMessage(written)
}

function giveNames(files: readonly FileToWrite[], folder: string, failures: Map<number, unknown>): void {
  for (const file of files) {
    const failure = failureOf(() => giveName(file, folder))
    if (failure === undefined) continue
    failures.set(file.id, failure)
    if ('made' in file) failureOf(() => rmSync(file.made, { force: true }))
  }
}

/** Side by side for all folders of a batch: one after the other, each would be a flush of the disk for itself. */
async function syncNames(files: readonly FileToWrite[], folder: string, failures: Map<number, unknown>): Promise<void> {
  await syncFolder(folder).catch((failure: unknown) => {
    for (const { id } of files) failures.set(id, failures.get(id) ?? failure)
  })
}

/** Leaves a new file flushed under its first name, or nothing of it; a file that was there before stays. */
async function write(file: FileToWrite): Promise<void> {
  if (!('made' in file)) return
  const handle = openSync(file.made, 'wx')
  try {
    writeFileSync(handle, file.bytes)
    await flush(handle)
  } catch (failure) {
    rmSync(file.made, { force: true })
    throw failure
  } finally {
    closeSync(handle)
  }
}

function giveName(file: FileToWrite, folder: string): void {
  if (file.to === undefined) return
  makeFolder(folder)
  if ('made' in file) placeOverSync(file.to, (to) => renameSync(file.made, to))
  else linkSync(file.from, file.to)
}

function makeFolder(folder: string): void {
  if (flushed.has(folder) && existsSync(folder)) return
  makeFolderSync(folder)
  flushFolder(dirname(folder))
  flushed.add(folder)
}

/** Makes a rename durable. Windows has no such call; there NTFS journals the rename. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    await sync(handle)
  } finally {
    closeSync(handle)
  }
}

function failureOf(step: () => void): unknown {
  try {
    step()
    return undefined
  } catch (failure) {
    return failure
  }
}

function toFailure(failure: unknown): WriteFailure | undefined {
  if (failure === undefined) return undefined
  if (!(failure instanceof Error)) return { message: inspect(failure), code: undefined }
  const { code, syscall } = SystemFailure.safeParse(failure).data ?? {}
  return { message: failure.message, code, syscall }
}
