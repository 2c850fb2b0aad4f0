import { stat } from 'node:fs/promises'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import {
  checkArchive,
  checkDatasetSize,
  MAX_DATASET_FILES,
  maxFileBytes,
  tooLargeSentence,
} from '#core/datasets/limits'
import { isLeftBySystem, partsOf, pathFault } from '#core/datasets/places'
import { type DatasetFile, DatasetFileError, type DatasetFiles, type DatasetProblem } from '#core/datasets/ports'
import { type OpenedZip, type ZipEntry, ZipEntryError } from '#core/zip-uploads/ports'
import { openZip } from './zip-inbox.ts'

/** A ZIP file read in place as a data set. Entries that are no plain files are refused one by one, an unsound archive as a whole. */
export async function zipDataset(
  path: string,
  { name, refused }: { readonly name: string; readonly refused: readonly DatasetProblem[] },
): Promise<Result<DatasetFiles, Refusal>> {
  const opened = await openZip(path, MAX_DATASET_FILES).catch((failure: unknown) => {
    const detail = failure instanceof Error ? failure.message : String(failure)
    return refuse('archive-unreadable', `${name} is no ZIP file, or it is damaged: ${detail}`)
  })
  if (!opened.ok) return opened
  const sorted = sortOut(opened.value)
  const size = await checkSizes(path, sorted.files)
  if (size.ok) return ok(zipFiles(opened.value, { ...sorted, refused: [...refused, ...sorted.refused] }))
  opened.value.close()
  return size
}

interface Sorted {
  readonly files: ReadonlyMap<string, ZipEntry>
  readonly refused: readonly DatasetProblem[]
}

function sortOut({ entries }: OpenedZip): Sorted {
  const files = new Map<string, ZipEntry>()
  const refused: DatasetProblem[] = []
  for (const entry of entries) {
    if (entry.kind === 'folder') continue
    const path = partsOf(entry.path).join('/')
    const reason = whyRefused(entry) ?? (files.has(path) ? 'The archive holds two files of this path' : undefined)
    if (reason !== undefined) refused.push({ path: entry.path.slice(0, 200), reason })
    else if (!isLeftBySystem(path)) files.set(path, entry)
  }
  return { files, refused }
}

function whyRefused({ path, bytes, kind, isEncrypted, isPackedPlainly }: ZipEntry): string | undefined {
  const fault = pathFault(path)
  if (fault !== undefined) return fault
  if (kind === 'link') return 'It is a link to another file; put the file itself into the archive'
  if (kind === 'special') return 'It is no ordinary file'
  if (isEncrypted) return 'It is encrypted; make the archive without a password'
  if (!isPackedPlainly) return 'It is packed in a way that is not read; use the usual one (deflate)'
  return bytes > maxFileBytes(path) ? tooLargeSentence(path) : undefined
}

/** The sizes are those that the directory states; reading an entry fails where there is more. */
async function checkSizes(path: string, files: ReadonlyMap<string, ZipEntry>): Promise<Result<undefined, Refusal>> {
  const unpacked = [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  const size = checkDatasetSize(files.size, unpacked)
  return size.ok ? checkArchive({ packed: (await stat(path)).size, unpacked }) : size
}

function zipFiles(zip: OpenedZip, { files, refused }: Sorted): DatasetFiles {
  async function* read({ path }: DatasetFile): AsyncGenerator<Uint8Array> {
    const entry = files.get(path)
    if (entry === undefined) throw new Error(`There is no entry ${path}`)
    try {
      yield* zip.read(entry)
    } catch (failure) {
      throw failure instanceof ZipEntryError ? new DatasetFileError(`${path}: ${failure.message}`) : failure
    }
  }
  return {
    files: [...files].map(([path, { bytes }]) => ({ path, bytes })).toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    refused,
    read,
    async head(file, bytes) {
      const chunks: Uint8Array[] = []
      let held = 0
      for await (const chunk of read(file)) {
        chunks.push(chunk)
        held += chunk.byteLength
        if (held >= bytes) break
      }
      return Buffer.concat(chunks).subarray(0, bytes).toString('utf8')
    },
    close: async () => zip.close(),
  }
}
