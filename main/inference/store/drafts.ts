import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { type Refusal, refuse } from '#common/errors'
import { DraftKey } from '#common/inference/recognition'
import { ok, type Result } from '#common/result'
import { type ModelDrafts, ModelTooLargeError, type PartialFile } from '#core/models/store/ports'
import { makeFolder } from '#disk/make-folder'
import { asDiskFull, exists, ifThere, readText, writeWhole } from './disk.ts'
import { filesBelow, type LinkedPlace, linkedFiles, type PlacedFile, placeOf, readPiece } from './draft-files.ts'
import { turns } from './turns.ts'
import { unzip } from './unzip.ts'

const Linked = z.object({
  folder: z.string(),
  source: z.string(),
  names: z.record(z.string(), z.string()).optional(),
})
const Source = z.object({ source: z.string() })
const Mark = z.object({ mark: z.string().optional() })

/** The drafts on the disk, with where their files lie. */
export interface PlacedDrafts extends ModelDrafts {
  /** Absolute paths by those of the draft. */
  places(key: DraftKey): Promise<Result<ReadonlyMap<string, string>, Refusal>>
  /** Whether the files lie on the disk of the library and go with the draft. */
  isOwn(key: DraftKey): Promise<boolean>
}

/**
 * The folder of drafts: `<key>/files` holds what arrived, with `.part` behind the names of what has not arrived whole; `<key>/link.json`
 * stands for files that lie elsewhere. Paths are checked by whoever hands them over (`safePath`).
 */
export function modelDrafts(folder: string): PlacedDrafts {
  const folderOf = (key: DraftKey) => join(folder, key)
  const filesOf = (key: DraftKey) => join(folder, key, 'files')
  const linkOf = (key: DraftKey) => join(folder, key, 'link.json')
  const sourceOf = (key: DraftKey) => join(folder, key, 'source.json')
  const inTurn = turns()
  const placeIn = (key: DraftKey, path: string) => join(filesOf(key), ...path.split('/'))

  async function linked(key: DraftKey): Promise<LinkedPlace | undefined> {
    const text = await readText(linkOf(key))
    return text === undefined ? undefined : Linked.parse(JSON.parse(text))
  }

  async function lying(key: DraftKey): Promise<Result<readonly PlacedFile[], Refusal>> {
    const remote = await linked(key)
    if (remote) return linkedFiles(remote)
    if (!(await exists(filesOf(key)))) return notThere()
    const below = await filesBelow(filesOf(key))
    return below.ok ? ok(below.value.filter(({ path }) => !PARTS.test(path))) : below
  }

  /** The files; of a single archive those inside, which are unpacked when they are first asked for. */
  async function placed(key: DraftKey): Promise<Result<readonly PlacedFile[], Refusal>> {
    const found = await lying(key)
    const [only, ...others] = found.ok ? found.value : []
    if (only === undefined || others.length > 0 || !/\.zip$/i.test(only.path)) return found
    const unpacked = await inTurn(key, () => unpack(key, only))
    return unpacked.ok ? lying(key) : unpacked
  }

  async function unpack(key: DraftKey, { place, path }: PlacedFile): Promise<Result<undefined, Refusal>> {
    if (!(await exists(place))) return ok(undefined)
    const fresh = join(folderOf(key), 'unpacking')
    await rm(fresh, { recursive: true, force: true })
    await makeFolder(fresh)
    const done = await unzip(place, fresh, path)
    if (!done.ok) return done
    await writeWhole(sourceOf(key), JSON.stringify({ source: path }))
    await rm(filesOf(key), { recursive: true, force: true })
    await rename(fresh, filesOf(key))
    await rm(linkOf(key), { force: true })
    return ok(undefined)
  }

  async function nameOf(key: DraftKey, files: readonly PlacedFile[]): Promise<string> {
    const text = await readText(sourceOf(key))
    const told = text === undefined ? await linked(key) : Source.parse(JSON.parse(text))
    return told?.source ?? files[0]?.path.split('/')[0] ?? ''
  }

  return {
    open: (key) => makeFolder(filesOf(key)),
    async receive(key, { path, source, maxBytes }) {
      const place = placeIn(key, path)
      await makeFolder(dirname(place))
      try {
        const bytes = await writeAll(`${place}.part`, source, maxBytes)
        await rename(`${place}.part`, place)
        return bytes
      } catch (failure) {
        await rm(`${place}.part`, { force: true })
        throw asDiskFull(failure)
      }
    },
    async link(key, path, names) {
      if (!isAbsolute(path)) return refuse('model-path-not-absolute', { path })
      const place = await placeOf(path)
      if (!place.ok) return place
      const whole = names ? { ...place.value, names } : place.value
      const files = await linkedFiles(whole)
      if (!files.ok) return files
      await makeFolder(folderOf(key))
      await writeWhole(linkOf(key), JSON.stringify(whole))
      return ok(undefined)
    },
    async files(key) {
      const found = await placed(key)
      if (!found.ok) return found
      const places = new Map(found.value.map(({ path, place }) => [path, place]))
      return ok({
        source: await nameOf(key, found.value),
        isOwn: (await linked(key)) === undefined,
        files: found.value.map(({ path, bytes }) => ({ path, bytes })),
        read: (path, offset, length) => readPiece(placeAt(places, path), offset, length),
      })
    },
    async places(key) {
      const found = await placed(key)
      return found.ok ? ok(new Map(found.value.map(({ path, place }) => [path, place]))) : found
    },
    isOwn: async (key) => (await linked(key)) === undefined,
    partial: (key, path) => openPartial(placeIn(key, path)),
    async arrived(key, path) {
      const place = placeIn(key, path)
      const facts = (await stat(place).catch(ifThere)) ?? (await stat(`${place}.part`).catch(ifThere))
      return facts?.size ?? 0
    },
    async bytes(key) {
      const below = (await exists(filesOf(key))) ? await filesBelow(filesOf(key)) : undefined
      const files = below?.ok ? below.value.filter(({ path }) => !MARKS.test(path)) : []
      return files.reduce((sum, file) => sum + file.bytes, 0)
    },
    discard: (key) => rm(folderOf(key), { recursive: true, force: true }),
    async all() {
      const names = (await readdir(folder).catch(ifThere)) ?? []
      const keys = names.flatMap((name) => DraftKey.safeParse(name).data ?? [])
      return Promise.all(keys.map(async (key) => ({ key, changedAt: await changedAt(folderOf(key), filesOf(key)) })))
    },
  }
}

/** Files that have not arrived whole, and the facts known of them. */
const PARTS = /\.part(\.json)?$/
const MARKS = /\.part\.json$/

function placeAt(places: ReadonlyMap<string, string>, path: string): string {
  const place = places.get(path)
  if (place === undefined) throw new Error(`The draft has no file ${path}`)
  return place
}

async function changedAt(...paths: readonly string[]): Promise<Date> {
  const facts = await Promise.all(paths.map((path) => stat(path).catch(ifThere)))
  return new Date(Math.max(0, ...facts.map((one) => one?.mtimeMs ?? 0)))
}

async function writeAll(path: string, source: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  const file = await open(path, 'w')
  try {
    let bytes = 0
    for await (const chunk of source) {
      bytes += chunk.byteLength
      if (bytes > maxBytes) throw new ModelTooLargeError()
      await file.writeFile(chunk)
    }
    return bytes
  } finally {
    await file.close()
  }
}

async function openPartial(place: string): Promise<PartialFile> {
  await makeFolder(dirname(place))
  const file = await open(`${place}.part`, 'a')
  const text = await readText(`${place}.part.json`)
  const { mark } = text === undefined ? {} : Mark.parse(JSON.parse(text))
  let isOpen = true
  return {
    bytes: (await file.stat()).size,
    mark,
    async restart(fresh) {
      await file.truncate(0)
      await writeWhole(`${place}.part.json`, JSON.stringify({ mark: fresh }))
    },
    append: (chunk) =>
      file.writeFile(chunk).catch((failure: unknown) => {
        throw asDiskFull(failure)
      }),
    async finish() {
      isOpen = false
      await closeSynced(file)
      await rename(`${place}.part`, place)
      await rm(`${place}.part.json`, { force: true })
    },
    async close() {
      if (isOpen) await closeSynced(file)
      isOpen = false
    },
  }
}

async function closeSynced(file: FileHandle): Promise<void> {
  try {
    await file.datasync()
  } finally {
    await file.close()
  }
}

function notThere() {
  return refuse('model-draft-expired')
}
