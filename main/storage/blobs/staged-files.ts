import { createReadStream } from 'node:fs'
import { open as openFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type Refusal, refusal, refuse } from '#common/errors'
import { literal } from '#common/messages/message'
import { AnyMessage } from '#common/messages/schema'
import type { Message } from '#common/messages/template'
import { byNaturalOrder } from '#common/natural-order'
import { ok, type Result } from '#common/result'
import { isZipPath } from '#core/exchange/datasets/places'
import { type DatasetFile, DatasetFileError, type DatasetFiles } from '#core/exchange/datasets/ports'
import { messageOf } from '#core/system-failure'
import { zipDataset } from './zip-dataset.ts'

/** It was a sentence once: an import that began then may go on now. */
const Reason: z.ZodType<Message> = z.union([AnyMessage, z.string().transform(literal)])

const Index = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.int(), number: z.int() })),
  refused: z.array(z.object({ path: z.string(), reason: Reason, isNote: z.boolean().exactOptional() })),
})
export type StagedIndex = z.infer<typeof Index>

/** The file that says what the others are called. */
export const STAGED_INDEX = 'index.json'

/** The files of a sealed dataset in its folder; of a single ZIP file those inside. */
export async function readStaged(folder: string): Promise<Result<DatasetFiles, Refusal>> {
  const pathOf = (name: string | number) => join(folder, String(name))
  const index = await readIndex(pathOf(STAGED_INDEX))
  if (index === undefined) return refuse('dataset-gone')
  const [only] = index.files
  if (only !== undefined && index.files.length === 1 && isZipPath(only.path)) {
    return zipDataset(pathOf(only.number), { name: only.path, refused: index.refused })
  }
  return ok(stagedFiles(pathOf, index))
}

/** Smaller files are read at once. */
const WHOLE_BYTES = 1024 * 1024

async function readIndex(path: string): Promise<StagedIndex | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Index.parse(JSON.parse(text))
}

function stagedFiles(pathOf: (number: number) => string, { files, refused }: StagedIndex): DatasetFiles {
  const numbers = new Map(files.map(({ path, number }) => [path, number]))

  function placeOf({ path }: DatasetFile): string {
    const number = numbers.get(path)
    if (number === undefined) throw new Error(`There is no file ${path}`)
    return pathOf(number)
  }

  async function* read(file: DatasetFile): AsyncGenerator<Uint8Array> {
    try {
      // A stream costs several times what reading a small file does.
      if (file.bytes <= WHOLE_BYTES) yield await readFile(placeOf(file))
      else yield* createReadStream(placeOf(file))
    } catch (failure) {
      throw new DatasetFileError(refusal('staged-file-unreadable', { path: file.path, why: messageOf(failure) }))
    }
  }

  return {
    files: files.map(({ path, bytes }) => ({ path, bytes })).toSorted((a, b) => byNaturalOrder(a.path, b.path)),
    refused,
    read,
    place: placeOf,
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
