import { open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import { shorten } from '#common/text'
import type { DraftFile } from '#core/models/store/ports'
import { MAX_MODEL_BYTES, MAX_MODEL_FILES, modelTooLarge, safePath } from '#core/models/store/rules'
import { ifThere } from './disk.ts'

/** A file and where it lies. */
export interface PlacedFile extends DraftFile {
  readonly place: string
}

/**
 * Every file below a folder that a model may hold; none where the folder has gone meanwhile, as a stick does that is pulled out.
 * Hidden ones, links that lead out of it and linked folders are passed over.
 */
export async function filesBelow(folder: string): Promise<Result<readonly PlacedFile[], Refusal>> {
  const root = await realPlace(folder)
  const found: PlacedFile[] = []
  const open = ['']
  for (let inside = open.pop(); inside !== undefined; inside = open.pop()) {
    for (const entry of await entriesOf(join(root, inside))) {
      const path = inside === '' ? entry.name : `${inside}/${entry.name}`
      if (safePath(path) !== path) continue
      if (entry.isDirectory()) open.push(path)
      const file = entry.isDirectory() ? undefined : await fileInside(root, path)
      if (file) found.push(file)
    }
    if (found.length + open.length > MAX_MODEL_FILES) return tooMany(folder)
  }
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > MAX_MODEL_BYTES) return modelTooLarge()
  return ok(found.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}

/** The folder without links on the way to it; as it is called where it is gone. */
async function realPlace(folder: string): Promise<string> {
  return (await realpath(folder).catch(ifThere)) ?? folder
}

async function entriesOf(folder: string) {
  return (await readdir(folder, { withFileTypes: true }).catch(ifThere)) ?? []
}

/** The file, or undefined for a path that is no file or leads out of the folder. `root` is a real path. */
async function fileInside(root: string, path: string): Promise<PlacedFile | undefined> {
  const place = await realpath(join(root, path)).catch(ifThere)
  if (place === undefined || !place.startsWith(root.endsWith(sep) ? root : `${root}${sep}`)) return undefined
  const facts = await stat(place).catch(ifThere)
  return facts?.isFile() ? { path, bytes: facts.size, place } : undefined
}

/** A folder that a person pointed at, as the draft is to remember it. */
export interface LinkedPlace {
  /** Absolute. */
  readonly folder: string
  /** Its name for people. */
  readonly source: string
  /** Only these, by the path that each has in the draft. */
  readonly names?: Readonly<Record<string, string>> | undefined
}

/** The folder, or a file with those beside it that bear its name: the further data of a network. */
export async function placeOf(path: string): Promise<Result<LinkedPlace, Refusal>> {
  const facts = await stat(path).catch(() => undefined)
  if (facts?.isDirectory()) return ok({ folder: path, source: basename(path) })
  if (!facts?.isFile()) return refuse('model-file-not-found', { path: shorten(path, 200) })
  const [folder, name] = [dirname(path), basename(path)]
  const stem = name.replace(/\.[^.]*$/, '')
  const beside = (await readdir(folder)).filter((other) => other.startsWith(stem) && /[._](data|bin)$/i.test(other))
  return ok({ folder, source: name, names: Object.fromEntries([name, ...beside].map((one) => [one, one])) })
}

export async function linkedFiles({
  folder,
  names,
  source,
}: LinkedPlace): Promise<Result<readonly PlacedFile[], Refusal>> {
  const isThere = await stat(folder).catch(() => undefined)
  if (!isThere?.isDirectory()) return refuse('dropped-files-gone', { source })
  if (names === undefined) return filesBelow(folder)
  const root = await realpath(folder)
  const found: PlacedFile[] = []
  for (const [path, name] of Object.entries(names)) {
    const file = await fileInside(root, name)
    if (file === undefined) return refuse('dropped-file-missing', { source, name })
    found.push({ ...file, path })
  }
  return ok(found.toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}

/** Bytes at an offset; fewer only where the file ends. */
export async function readPiece(place: string, offset: number, length: number): Promise<Uint8Array> {
  const file = await open(place, 'r')
  try {
    const piece = new Uint8Array(length)
    let filled = 0
    while (filled < length) {
      const { bytesRead } = await file.read(piece, filled, length - filled, offset + filled)
      if (bytesRead === 0) break
      filled += bytesRead
    }
    return piece.subarray(0, filled)
  } finally {
    await file.close()
  }
}

function tooMany(folder: string) {
  return refuse('too-many-model-files', { folder: basename(folder), most: MAX_MODEL_FILES })
}
