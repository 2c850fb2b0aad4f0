import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'

/** An entry of a ZIP file as its directory states it. */
export interface StatedEntry {
  /** Where its header begins. */
  readonly offset: number
  readonly nameBytes: number
  readonly packedBytes: number
  readonly bytes: number
}

const MIB = 1024 ** 2
/** Fixed part of the header before the bytes of an entry. */
const HEADER_BYTES = 30
/**
 * Highest ratio by which images and annotations are packed, for archives that unpack to more than so many bytes: small ones harm nobody.
 */
const GROWTH = [
  { times: 20, above: 1024 * MIB },
  { times: 200, above: 64 * MIB },
] as const
/** Longest name, and most bytes of all names together. */
const MAX_NAME_BYTES = 4096
const MAX_NAMES_BYTES = 64 * MIB

/** Whether the directory of a ZIP file can be true: every archive that comes in passes here before anything of it is unpacked. */
export function checkZipDirectory(entries: readonly StatedEntry[], zipBytes: number): Result<undefined, Refusal> {
  const names = entries.reduce((sum, { nameBytes }) => sum + nameBytes, 0)
  if (names > MAX_NAMES_BYTES || entries.some(({ nameBytes }) => nameBytes > MAX_NAME_BYTES)) {
    return refuse('archive-names-too-long')
  }
  if (overlap(entries, zipBytes)) {
    return refuse('archive-entries-overlap')
  }
  return ok(undefined)
}

/** How many times its own size an archive may not unpack to, where it does: it is a bomb. */
export function growthFault({ packed, unpacked }: { packed: number; unpacked: number }): number | undefined {
  const broken = GROWTH.find(({ times, above }) => unpacked > Math.max(above, packed * times))
  return broken?.times
}

/** Whether two entries share bytes, or one reaches beyond the file: a few packed bytes could stand for any number of files. */
function overlap(entries: readonly StatedEntry[], zipBytes: number): boolean {
  let end = 0
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) return true
    end = entry.offset + HEADER_BYTES + entry.nameBytes + entry.packedBytes
  }
  return end > zipBytes
}
