import { createReadStream } from 'node:fs'
import { mkdir, open as openFile, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { refuse } from '#common/errors'
import { TaskId } from '#common/ids'
import { ok } from '#common/result'
import { isZipPath } from '#core/datasets/places'
import { type DatasetFile, DatasetFileError, type DatasetFiles, type DatasetProblem } from '#core/datasets/ports'
import { type DatasetStaging, DatasetTooLargeError } from '#core/datasets/staging-ports'
import { inLanes } from '#core/tasks/lanes'
import { asDiskFull } from '../kit/disk-full.ts'
import { syncFolder } from './blob-store.ts'
import { zipDataset } from './zip-dataset.ts'

const Index = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.int(), number: z.int() })),
  refused: z.array(z.object({ path: z.string(), reason: z.string() })),
})
type Index = z.infer<typeof Index>

const INDEX = 'index.json'

/**
 * The folder of data sets: `<task>/0`, `<task>/1` … are the files in the order in which they came, and `index.json`, which is there
 * only when all of them are on the disk, says what they are called. No path from outside ever names a place here.
 */
export async function openDatasetStaging(folder: string): Promise<DatasetStaging> {
  await mkdir(folder, { recursive: true })
  const open = new Map<TaskId, { next: number; readonly files: (DatasetFile & { readonly number: number })[] }>()
  const folderOf = (dataset: TaskId) => join(folder, dataset)
  const pathOf = (dataset: TaskId, name: string | number) => join(folderOf(dataset), String(name))

  async function seal(dataset: TaskId, refused: readonly DatasetProblem[]): Promise<void> {
    const { files } = open.get(dataset) ?? { files: [] }
    open.delete(dataset)
    // All at the end: many files that are flushed together cost little more than one.
    await inLanes(files, FLUSHES, ({ number }) => flush(pathOf(dataset, number)))
    const twice = new Set<string>()
    const repeated: DatasetProblem[] = []
    const slots = files
      .toSorted((a, b) => a.number - b.number)
      .map(({ path, bytes, number }) => ({ path, bytes, number }))
    const kept = slots.filter(({ path }) => {
      if (!twice.has(path)) return twice.add(path)
      repeated.push({ path, reason: 'Two files of the data set have this path' })
      return false
    })
    const index = { files: kept, refused: [...refused, ...repeated] }
    const part = pathOf(dataset, `${INDEX}.part`)
    await writeFile(part, JSON.stringify(index), { flush: true })
    await rename(part, pathOf(dataset, INDEX))
    await syncFolder(folderOf(dataset))
  }

  return {
    async open(dataset) {
      await mkdir(folderOf(dataset))
      open.set(dataset, { next: 0, files: [] })
    },
    async receive(dataset, { path, source, maxBytes }) {
      const into = open.get(dataset)
      if (into === undefined) throw new Error(`The data set ${dataset} takes no files`)
      const number = into.next
      into.next += 1
      const place = pathOf(dataset, number)
      try {
        const bytes = await writeFileOf(place, source, maxBytes)
        into.files.push({ path, bytes, number })
        return bytes
      } catch (failure) {
        await rm(place, { force: true })
        throw asDiskFull(failure)
      }
    },
    seal,
    async read(dataset) {
      const index = await readIndex(pathOf(dataset, INDEX))
      if (index === undefined) return refuse('dataset-not-found', 'This data set is not there any more. Drop it again')
      const [only] = index.files
      if (only !== undefined && index.files.length === 1 && isZipPath(only.path)) {
        return zipDataset(pathOf(dataset, only.number), { name: only.path, refused: index.refused })
      }
      return ok(stagedFiles((number) => pathOf(dataset, number), index))
    },
    async discard(dataset) {
      open.delete(dataset)
      await rm(folderOf(dataset), { recursive: true, force: true })
    },
    async all() {
      return (await readdir(folder)).flatMap((name) => TaskId.safeParse(name).data ?? [])
    },
  }
}

const FLUSHES = 8

async function flush(path: string): Promise<void> {
  const file = await openFile(path, 'r+')
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function writeFileOf(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const file = await openFile(path, 'wx')
  try {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new DatasetTooLargeError(`More than ${maxBytes} bytes`)
      await file.writeFile(chunk)
    }
    return bytes
  } finally {
    await file.close()
  }
}

async function readIndex(path: string): Promise<Index | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Index.parse(JSON.parse(text))
}

function stagedFiles(pathOf: (number: number) => string, { files, refused }: Index): DatasetFiles {
  const numbers = new Map(files.map(({ path, number }) => [path, number]))

  function placeOf({ path }: DatasetFile): string {
    const number = numbers.get(path)
    if (number === undefined) throw new Error(`There is no file ${path}`)
    return pathOf(number)
  }

  async function* read(file: DatasetFile): AsyncGenerator<Uint8Array> {
    try {
      yield* createReadStream(placeOf(file))
    } catch (failure) {
      const detail = failure instanceof Error ? failure.message : String(failure)
      throw new DatasetFileError(`${file.path} cannot be read: ${detail}`)
    }
  }

  return {
    files: files.map(({ path, bytes }) => ({ path, bytes })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    refused,
    read,
    async head(file, bytes) {
      const handle = await openFile(placeOf(file), 'r')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(bytes, file.bytes)), 0)
        return buffer.subarray(0, bytesRead).toString('utf8')
      } finally {
        await handle.close()
      }
    },
    close: async () => undefined,
  }
}
