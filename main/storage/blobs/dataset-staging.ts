import { type FileHandle, mkdir, open as openFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TaskId } from '#common/ids'
import { message } from '#common/messages/message'
import type { DatasetFile, DatasetProblem } from '#core/exchange/datasets/ports'
import { type DatasetStaging, DatasetTooLargeError } from '#core/exchange/datasets/staging-ports'
import { type Trailing, trailing } from '#core/tasks/trailing'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull } from '../kit/disk-full.ts'
import { syncFolder } from './durable-files.ts'
import { readStaged, STAGED_INDEX, type StagedIndex } from './staged-files.ts'
import { type FileWriter, fileWriter } from './writing/file-writer.ts'

/**
 * The folder of datasets: `<task>/0`, `<task>/1` … are the files in the order in which they came, and `index.json`, which is there
 * only when all of them are on the disk, says what they are called. No path from outside ever names a place here.
 */
export async function openDatasetStaging(folder: string, writer = fileWriter()): Promise<DatasetStaging> {
  await makeFolder(folder)
  const open = new Map<TaskId, Open>()
  const folderOf = (dataset: TaskId) => join(folder, dataset)
  const pathOf = (dataset: TaskId, name: string | number) => join(folderOf(dataset), String(name))

  async function seal(dataset: TaskId, refused: readonly DatasetProblem[]): Promise<void> {
    const { files, flushes } = open.get(dataset) ?? newcomer()
    open.delete(dataset)
    await flushes.settled().catch((failure: unknown) => {
      throw asDiskFull(failure)
    })
    const twice = new Set<string>()
    const repeated: DatasetProblem[] = []
    const slots = files
      .toSorted((a, b) => a.number - b.number)
      .map(({ path, bytes, number }) => ({ path, bytes, number }))
    const kept = slots.filter(({ path }) => {
      if (!twice.has(path)) return twice.add(path)
      repeated.push({ path, reason: message('path-twice-in-dataset') })
      return false
    })
    const index: StagedIndex = { files: kept, refused: [...refused, ...repeated] }
    const part = pathOf(dataset, `${STAGED_INDEX}.part`)
    await writeFile(part, JSON.stringify(index), { flush: true })
    await rename(part, pathOf(dataset, STAGED_INDEX))
    await syncFolder(folderOf(dataset))
  }

  return {
    async open(dataset) {
      await mkdir(folderOf(dataset))
      open.set(dataset, newcomer())
    },
    async receive(dataset, { path, source, maxBytes }) {
      const into = open.get(dataset)
      if (into === undefined) throw new Error(`The dataset ${dataset} takes no files`)
      const number = into.next
      into.next += 1
      const place = pathOf(dataset, number)
      try {
        const { bytes, flushed } = await writeFileOf({ place, source, maxBytes }, writer)
        await into.flushes.add(flushed, bytes <= SMALL_BYTES ? bytes : 0)
        into.files.push({ path, bytes, number })
        return bytes
      } catch (failure) {
        await rm(place, { force: true })
        throw asDiskFull(failure)
      }
    },
    seal,
    read: (dataset) => readStaged(folderOf(dataset)),
    place: (dataset) => ({ kind: 'staged', path: folderOf(dataset) }),
    async discard(dataset) {
      // A file that is still being written would lie in the way of removing the folder.
      await open
        .get(dataset)
        ?.flushes.settled()
        .catch(() => undefined)
      open.delete(dataset)
      await rm(folderOf(dataset), { recursive: true, force: true })
    },
    async all() {
      return (await readdir(folder)).flatMap((name) => TaskId.safeParse(name).data ?? [])
    },
  }
}

/** A dataset whose files are arriving. */
interface Open {
  next: number
  readonly files: (DatasetFile & { readonly number: number })[]
  readonly flushes: Trailing
}

/** Files that are being flushed while others arrive. */
const FLUSHES = { most: 64, mostBytes: 16 * 1024 * 1024 }

function newcomer(): Open {
  return { next: 0, files: [], flushes: trailing(FLUSHES) }
}

interface Written {
  readonly bytes: number
  /** Whoever sent the file need not wait for it. */
  readonly flushed: Promise<void>
}

interface Arriving {
  readonly place: string
  readonly source: AsyncIterable<Uint8Array>
  readonly maxBytes: number
}

/** A larger file is written while it arrives. */
const SMALL_BYTES = 128 * 1024

async function writeFileOf({ place, source, maxBytes }: Arriving, writer: FileWriter): Promise<Written> {
  let held: Uint8Array[] = []
  let file: FileHandle | undefined
  let bytes = 0
  try {
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new DatasetTooLargeError(`More than ${maxBytes} bytes`)
      held.push(chunk)
      if (bytes <= SMALL_BYTES) continue
      file ??= await openFile(place, 'wx')
      for (const each of held) await file.writeFile(each)
      held = []
    }
  } catch (failure) {
    await file?.close()
    throw failure
  }
  const flushed = file ? flushAndClose(file) : writer.write({ bytes: Buffer.concat(held), made: place })
  return { bytes, flushed }
}

async function flushAndClose(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}
