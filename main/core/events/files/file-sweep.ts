import type { EventMedia, EventStore } from '../ports.ts'
import { FILE_BATCH } from '../upkeep.ts'

interface Sweeping {
  readonly store: EventStore
  readonly media: EventMedia
  readonly warn: (message: string) => void
}

/** Files lie in folders by the first two digits of their names. */
const SHELVES = Array.from({ length: 256 }, (_, digits) => digits.toString(16).padStart(2, '0'))

/** Deletes files that no event names, which a crash may have left, and tells the events of files that are gone. */
export async function sweepFiles({ store, media, warn }: Sweeping, signal: AbortSignal): Promise<void> {
  // No folder at all is a disk that is not mounted rather than so many lost files.
  if ((await media.shelves()).length === 0) return
  let lost = 0
  for (const shelf of SHELVES) {
    if (signal.aborted) return
    lost += await sweepShelf(shelf)
  }
  if (lost > 0) warn(`${lost} files of events are not on the disk any more. Their events go on without them`)

  async function sweepShelf(shelf: string): Promise<number> {
    // Rows first: a file is there before a row names it.
    const named = new Set(await store.reader.hashesOn(shelf))
    const there = new Set(await media.on(shelf))
    for (const part of inParts([...there].filter((hash) => !named.has(hash))))
      await media.remove(part, store.reader.namedAmong)
    const missing = [...named].filter((hash) => !there.has(hash))
    for (const part of inParts(missing)) await media.whileGone(part, store.writer.forgetFiles)
    return missing.length
  }
}

function inParts<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / FILE_BATCH)
  return Array.from({ length: count }, (_, part) => items.slice(part * FILE_BATCH, (part + 1) * FILE_BATCH))
}
