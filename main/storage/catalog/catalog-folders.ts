import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '#common/errors'
import { ok } from '#common/result'
import type { ImageReader } from '#core/dataset/images/ports'
import type { CatalogFolders, PublishedContents, PublishedImage } from '#core/exchange/catalog/ports'
import { checkedBytes, pathInside } from './inside.ts'
import { MANIFEST_NAME } from './manifest.ts'
import { ManifestError } from './manifest-reader.ts'
import { readContents, readShelf } from './manifest-source.ts'
import { type Shelf, withAddress } from './shelf.ts'

interface Dependencies {
  /** Folders that hold published projects, each in a folder of its own. */
  readonly folders: readonly string[]
  readonly imageFiles: Pick<ImageReader, 'describe'>
  /** Told once what cannot be read. */
  readonly warn: (message: string) => void
}

/** The image that stands for a published project, with its labels. */
export interface PublishedCover {
  readonly path: string
  readonly image: PublishedImage | undefined
  readonly classes: readonly string[]
}

export interface CatalogFolderFiles extends CatalogFolders {
  /** The folders that an administrator pointed at. */
  readonly paths: readonly string[]
  /** The cover, or undefined where there is no project, no image, or no such file. */
  cover(project: string): Promise<PublishedCover | undefined>
}

/** Reads published projects from folders. Nothing in them is believed before it is checked; what is broken is passed over. */
export function catalogFolders({ folders, imageFiles, warn }: Dependencies): CatalogFolderFiles {
  const warned = new Set<string>()
  const warnOnce = (message: string) => {
    if (!warned.has(message)) warn(message)
    warned.add(message)
  }
  const shelfOf = rememberedShelves(warnOnce)
  const sampled = new Map<string, Promise<readonly Uint8Array[]>>()

  async function shelves(): Promise<Map<string, Shelf>> {
    const found = new Map<string, Shelf>()
    for (const folder of await projectFolders(folders, warnOnce)) {
      const shelf = await shelfOf(folder)
      if (shelf === undefined) continue
      const project = freeSlug(shelf.published.project, found)
      found.set(project, withAddress(shelf, project))
    }
    return found
  }

  async function find(project: string): Promise<Shelf | undefined> {
    return (await shelves()).get(project)
  }

  async function describeSamples({ folder, samples }: Shelf): Promise<readonly Uint8Array[]> {
    const described: Uint8Array[] = []
    for (const file of samples) {
      const path = await pathInside(folder, file).catch(() => undefined)
      const descriptor = path === undefined ? undefined : await imageFiles.describe(path)
      if (descriptor) described.push(descriptor)
    }
    return described
  }

  return {
    paths: folders,
    async list() {
      return [...(await shelves()).values()].map(({ published }) => published)
    },
    find: async (project) => (await find(project))?.published,
    async contents(project) {
      const folder = (await find(project))?.folder
      if (folder === undefined) return refuse('project-not-in-catalog-folder', { project })
      try {
        return ok(await contentsOf(folder))
      } catch (failure) {
        if (failure instanceof ManifestError) return refuse('catalog-manifest-unreadable', {}, failure.fault)
        throw failure
      }
    },
    async descriptors(project) {
      const shelf = await find(project)
      if (shelf === undefined || shelf.described.length > 0) return shelf?.described ?? []
      const key = `${shelf.folder} ${shelf.stamp}`
      const sampling = sampled.get(key) ?? describeSamples(shelf)
      sampled.set(key, sampling)
      return sampling
    },
    async cover(project) {
      const shelf = await find(project)
      const file = shelf?.thumbnail ?? shelf?.cover?.file
      if (shelf === undefined || file === undefined) return undefined
      const path = await pathInside(shelf.folder, file).catch(() => undefined)
      const classes = shelf.published.classes.map(({ name }) => name)
      return path === undefined ? undefined : { path, image: shelf.cover, classes }
    },
  }
}

/** Reads a project's manifest when it is new or has changed; a broken one is told and remembered as such. */
function rememberedShelves(warn: (message: string) => void) {
  const known = new Map<string, { readonly stamp: string; readonly shelf: Shelf | undefined }>()

  async function read(folder: string, stamp: string): Promise<Shelf | undefined> {
    try {
      return await readShelf(folder, stamp)
    } catch (failure) {
      if (!(failure instanceof ManifestError)) throw failure
      warn(`A project of the catalog is left out: ${failure.message}`)
      return undefined
    }
  }

  return async (folder: string): Promise<Shelf | undefined> => {
    const info = await stat(join(folder, MANIFEST_NAME)).catch(() => undefined)
    if (info?.isFile() !== true) return undefined
    const stamp = `${info.size} ${info.mtimeMs}`
    const before = known.get(folder)
    if (before?.stamp === stamp) return before.shelf
    const shelf = await read(folder, stamp)
    known.set(folder, { stamp, shelf })
    return shelf
  }
}

/** The contents of a published project, and how its files are read. */
async function contentsOf(folder: string): Promise<PublishedContents> {
  return {
    ...(await readContents(folder)),
    async *open({ file, sha256 }) {
      yield* checkedBytes(await pathInside(folder, file), sha256)
    },
  }
}

/** The folders below the catalog folders, in the order of their names; hidden ones are being written or put away. */
async function projectFolders(folders: readonly string[], warn: (message: string) => void): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined)
    if (entries === undefined) warn(`The catalog folder ${folder} is not there, or cannot be read`)
    const shown = (entries ?? []).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    for (const name of shown.map((entry) => entry.name).toSorted()) found.push(join(folder, name))
  }
  return found
}

function freeSlug(wanted: string, taken: ReadonlyMap<string, unknown>): string {
  let slug = wanted
  for (let n = 2; taken.has(slug); n += 1) slug = `${wanted}-${n}`
  return slug
}
