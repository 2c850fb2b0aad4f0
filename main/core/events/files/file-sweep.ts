import type { EventMedia, EventStore } from '../ports.ts'
import { FILE_BATCH } from '../upkeep.ts'

interface Sweeping {
  readonly store: EventStore
  readonly media: EventMedia
  readonly warn: (message: string) => void
  /** Whether the database is sound; asked before anything is moved or forgotten. */
  readonly isSound: () => Promise<boolean>
}

/** Files lie in folders by the first two digits of their names. */
const SHELVES = Array.from({ length: 256 }, (_, digits) => digits.toString(16).padStart(2, '0'))

/**
 * Puts files that no event names, which a crash may have left, into the orphan trash, brings back those that an event names, and tells
 * the events of files that are gone.
 */
export async function sweepFiles({ store, media, warn, isSound }: Sweeping, signal: AbortSignal): Promise<void> {
  // No folder at all is a disk that is not mounted rather than so many lost files.
  if ((await media.shelves()).length === 0) return
  let lost = 0
  for (const shelf of SHELVES) {
    if (signal.aborted) return
    lost += await sweepShelf(shelf)
  }
  if (media.hasDueOrphans() && (await isSound())) await media.purgeOrphans(signal)
  if (lost > 0) warn(`${lost} files of events are not on the disk any more. Their events go on without them`)

  async function sweepShelf(shelf: string): Promise<number> {
    // Rows first: a file is there before a row names it.
    const named = new Set(await store.reader.hashesOn(shelf))
    const there = new Set(await media.on(shelf))
    const unnamed = [...there].filter((hash) => !named.has(hash))
    const missing = await media.takeBack([...named].filter((hash) => !there.has(hash)))
    if (unnamed.length + missing.length === 0 || !(await isSound())) return 0
    for (const part of inParts(unnamed)) await media.orphan(part, store.reader.namedAmong)
    for (const part of inParts(missing)) await media.whileGone(part, store.writer.forgetFiles)
    return missing.length
  }
}

function inParts<Item>(items: readonly Item[]): (readonly Item[])[] {
  const count = Math.ceil(items.length / FILE_BATCH)
  return Array.from({ length: count }, (_, part) => items.slice(part * FILE_BATCH, (part + 1) * FILE_BATCH))
}
