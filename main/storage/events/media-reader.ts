import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BlobHash } from '#common/ids'
import type { EventMedia } from '#core/events/ports'
import { fileChecks } from '../blobs/file-checks.ts'

/** The files of a read-only event store. `refuse` throws the reason. Nothing is written, moved or deleted. */
export function eventMediaReader(folder: string, refuse: () => never): EventMedia {
  const checks = fileChecks()
  const pathOf = (hash: BlobHash) => join(folder, hash.slice(0, 2), hash)
  return {
    pathOf,
    check: (hash) => checks.check(pathOf(hash), { hash }),
    keep: async () => refuse(),
    receive: async () => refuse(),
    remove: async () => refuse(),
    orphan: async () => refuse(),
    takeBack: async (hashes) => hashes.filter((hash) => !existsSync(pathOf(hash))),
    hasDueOrphans: () => false,
    purgeOrphans: async () => undefined,
    whileGone: async () => undefined,
    shelves: async () => [],
    on: async () => [],
  }
}
