import { refusal } from '#common/errors'
import { hiddenTally } from '#common/hidden-files'
import { message } from '#common/messages/message'
import type { Message } from '#common/messages/template'
import { byNaturalOrder } from '#common/natural-order'
import { maxFileBytes, tooLarge } from './limits.ts'
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
    const reason = whyRefused(entry) ?? (files.has(path) ? message('path-twice-in-archive') : undefined)
    if (reason !== undefined) refused.push({ path: entry.path.slice(0, 200), reason })
    else if (isLeftBySystem(path)) hidden.add(path)
    else files.set(path, entry)
  }
  return { files, refused: [...refused, ...hiddenNote(hidden.seen())] }
}

function whyRefused(entry: ZipEntry): Message | undefined {
  const { path, bytes } = entry
  return pathFault(path) ?? entryFault(entry) ?? (bytes > maxFileBytes(path) ? tooLarge(path) : undefined)
}

/** Why an entry is never unpacked, whatever its path and its size; undefined where it is a plain file. */
export function entryFault({ kind, isEncrypted, isPackedPlainly }: ZipEntry): Message | undefined {
  if (kind === 'link') return message('entry-is-link')
  if (kind === 'special') return message('entry-not-regular')
  if (isEncrypted) return message('entry-has-password')
  return isPackedPlainly ? undefined : message('entry-compression-unsupported')
}
