import { randomUUID } from 'node:crypto'
import { access, lstat, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BlobHash } from '#common/ids'
import { makeFolder } from '#disk/make-folder'
import { placeOver } from '../kit/place-over.ts'

/** A copy is called after the SHA-256 of its source. */
const HASH_DIGITS = 64

export interface CachedFiles {
  pathOf(kind: string, hash: BlobHash, extension: string): string
  write(path: string, bytes: Buffer): Promise<void>
  /** Makes the file unless it is there or being made. */
  once(path: string, make: () => Promise<Buffer>): Promise<void>
}

/** Files that were made from images: `folder/kind/ab/abcdef….extension`. What is not whole lies in `incoming`, a folder of its own. */
export function cachedFiles(folder: string, incoming: string): CachedFiles {
  const making = new Map<string, Promise<void>>()

  /** Two requests may make the same file: each writes its own and the last rename wins with equal bytes. */
  async function write(path: string, bytes: Buffer): Promise<void> {
    const temporary = join(incoming, randomUUID())
    const put = async () => {
      await writeFile(temporary, bytes)
      await placeOver(path, (to) => rename(temporary, to))
    }
    await put().catch(async () => {
      // The folders are made when they are missing, instead of being asked for with every image.
      await makeFolder(incoming)
      await makeFolder(dirname(path))
      await put()
    })
  }

  return {
    pathOf: (kind, hash, extension) => join(folder, kind, hash.slice(0, 2), `${hash}.${extension}`),
    write,
    async once(path, make) {
      if (await isMade(path)) return
      const running =
        making.get(path) ??
        make()
          .then((bytes) => write(path, bytes))
          .finally(() => making.delete(path))
      making.set(path, running)
      await running
    },
  }
}

/** No image that is made for a screen comes near it. */
const MOST_BYTES = 1024 ** 3

/** Whether the file can be what was written: links, folders and pipes cannot, nor can what a power cut left empty. */
async function isMade(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined)
  return found?.isFile() === true && found.size > 0 && found.size <= MOST_BYTES
}

/** Deletes files and folders of these kinds that are called after nothing that is referenced. */
export async function sweepCached(
  folder: string,
  kinds: readonly string[],
  referenced: ReadonlySet<string>,
): Promise<void> {
  for (const kind of kinds) {
    for (const shelf of await namesIn(join(folder, kind))) {
      const names = await namesIn(join(folder, kind, shelf))
      const unused = names.filter((name) => !referenced.has(name.slice(0, HASH_DIGITS)))
      await Promise.all(unused.map((name) => rm(join(folder, kind, shelf, name), { recursive: true, force: true })))
    }
  }
}

/** Nothing for a folder that was never made. */
async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

export async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
