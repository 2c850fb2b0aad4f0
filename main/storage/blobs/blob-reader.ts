import { join } from 'node:path'
import type { BlobHash } from '#common/ids'
import type { BlobStore } from '#core/dataset/images/ports'
import { blobChecks, isReadable } from './file-checks.ts'

/** The folder of blobs of a library that is read-only: `refuse` throws why. Nothing in it is written, moved or deleted. */
export function blobReader(folder: string, refuse: () => never): BlobStore {
  const pathOf = (hash: BlobHash) => join(folder, hash.slice(0, 2), hash)
  return {
    pathOf,
    has: (hash) => isReadable(pathOf(hash)),
    ...blobChecks(pathOf),
    receive: async () => refuse(),
    store: async () => refuse(),
    adopt: async () => refuse(),
    takeBack: async () => undefined,
    sweep: async () => 0,
  }
}
