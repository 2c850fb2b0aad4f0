import {
  closeSync,
  existsSync,
  fdatasync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { type FileToWrite, readBatch, type WriteFailure, type Written } from './border.ts'

/**
 * The thread that writes many small files. It waits for each call of the system but the flushes: to hand a call over to another thread costs
 * several times what the call itself does. The flushes of a batch run side by side, so that the disk does them together.
 */

const flush = promisify(fdatasync)

parentPort?.on('message', (message: unknown) => void writeAll(readBatch(message)))

async function writeAll(files: readonly FileToWrite[]): Promise<void> {
  const failures = new Map<number, unknown>()
  await Promise.all(
    files.map((file) =>
      writeFlushed(file).catch((failure: unknown) => failures.set(file.id, leaveNothing(file, failure))),
    ),
  )
  const named = files.filter((file) => !failures.has(file.id) && isNamed(file, failures))
  for (const [folder, within] of Map.groupBy(named, ({ to }) => dirname(to))) {
    const failure = failureOf(() => syncFolder(folder))
    if (failure !== undefined) for (const { id } of within) failures.set(id, failure)
  }
  const written = files.map(({ id }): Written => ({ id, failure: toFailure(failures.get(id)) }))
  parentPort?.postMessage(written)
}

async function writeFlushed({ bytes, made }: FileToWrite): Promise<void> {
  const file = openSync(made, 'wx')
  try {
    writeFileSync(file, bytes)
    await flush(file)
  } finally {
    closeSync(file)
  }
}

function isNamed(file: FileToWrite, failures: Map<number, unknown>): boolean {
  const failure = failureOf(() => {
    makeFolder(dirname(file.to))
    renameSync(file.made, file.to)
  })
  if (failure !== undefined) failures.set(file.id, leaveNothing(file, failure))
  return failure === undefined
}

function leaveNothing({ made }: FileToWrite, failure: unknown): unknown {
  rmSync(made, { force: true })
  return failure
}

function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  mkdirSync(folder, { recursive: true })
  syncFolder(dirname(folder))
}

/** Makes a rename durable. Windows has no such call; there NTFS journals the rename. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
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
  if (!(failure instanceof Error)) return { message: 'It failed without a reason', code: undefined }
  const code = 'code' in failure && typeof failure.code === 'string' ? failure.code : undefined
  return { message: failure.message, code }
}
