import { refusal } from '#common/errors'
import { hiddenTally } from '#common/hidden-files'
import { byNaturalOrder } from '#common/natural-order'
import { maxFileBytes, tooLargeSentence } from './limits.ts'
import { hiddenNote, isLeftBySystem, partsOf, pathFault } from './places.ts'
import { type DatasetFile, DatasetFileError, type DatasetFiles, type DatasetProblem } from './ports.ts'
import { type OpenedZip, type ZipEntry, ZipEntryError } from './zip.ts'

/** The files of an archive, read in place. Entries that are no plain files are refused one by one. */
export function zipFiles(zip: OpenedZip, refusedBefore: readonly DatasetProblem[] = []): DatasetFiles {
  const { files, refused } = sortOut(zip)

  async function* read({ path }: DatasetFile): AsyncGenerator<Uint8Array> {
    const entry = files.get(path)
    if (entry === undefined) throw new Error(`There is no entry ${path}`)
    try {
      yield* zip.read(entry)
    } catch (failure) {
      if (!(failure instanceof ZipEntryError)) throw failure
      throw new DatasetFileError(refusal('archive-entry-unreadable', { path }, failure.fault), { cause: failure })
    }
  }

  return {
    files: [...files].map(([path, { bytes }]) => ({ path, bytes })).toSorted((a, b) => byNaturalOrder(a.path, b.path)),
    refused: [...refusedBefore, ...refused],
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

function sortOut({ entries }: OpenedZip) {
  const files = new Map<string, ZipEntry>()
  const refused: DatasetProblem[] = []
  const hidden = hiddenTally()
  for (const entry of entries) {
    if (entry.kind === 'folder') continue
    const path = partsOf(entry.path).join('/')
    const reason = whyRefused(entry) ?? (files.has(path) ? 'The archive contains this path twice' : undefined)
    if (reason !== undefined) refused.push({ path: entry.path.slice(0, 200), reason })
    else if (isLeftBySystem(path)) hidden.add(path)
    else files.set(path, entry)
  }
  return { files, refused: [...refused, ...hiddenNote(hidden.seen())] }
}

function whyRefused({ path, bytes, kind, isEncrypted, isPackedPlainly }: ZipEntry): string | undefined {
  const fault = pathFault(path)
  if (fault !== undefined) return fault
  if (kind === 'link') return 'It is a link to another file; put the file itself into the archive'
  if (kind === 'special') return 'It is not a regular file'
  if (isEncrypted) return 'It is encrypted; make the archive without a password'
  if (!isPackedPlainly) return 'Unsupported compression. Use Deflate'
  return bytes > maxFileBytes(path) ? tooLargeSentence(path) : undefined
}
