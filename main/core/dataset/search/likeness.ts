import type { ProjectId } from '#common/ids'
import { DESCRIPTOR_BYTES, distanceAt } from './descriptor.ts'
import type { ImageSeq, SearchRepository } from './ports.ts'

/** A window of images, the likest first; those without a descriptor come last, in the order they were added. */
export interface Ranked {
  readonly seqs: readonly ImageSeq[]
  /** How many of all images have no descriptor. */
  readonly undescribed: number
}

export interface LikeWanted {
  /** The descriptor to compare with. */
  readonly wanted: Uint8Array
  readonly offset: number
  readonly limit: number
}

/** The descriptors of one project, one behind the other. */
interface Shelf {
  readonly deletions: number
  readonly places: Map<ImageSeq, number>
  bytes: Uint8Array
}

/** Projects whose descriptors stay in memory; 100,000 images take 16 MB. */
const KEPT = 3
/** Descriptors that are read in one go; other work goes on between. */
const AT_ONCE = 4000

/** Ranks images by their looks. Descriptors are read once a project, later only those of new images. */
export function likenessRanking(search: Pick<SearchRepository, 'deletions' | 'descriptors'>) {
  const shelves = new Map<ProjectId, Shelf>()

  async function shelfOf(project: ProjectId): Promise<Shelf> {
    const deletions = await search.deletions()
    const known = shelves.get(project)
    const shelf =
      known?.deletions === deletions ? known : { deletions, places: new Map<number, number>(), bytes: new Uint8Array() }
    shelves.delete(project)
    shelves.set(project, shelf)
    for (const oldest of [...shelves.keys()].slice(0, -KEPT)) shelves.delete(oldest)
    return shelf
  }

  async function fill(shelf: Shelf, seqs: readonly ImageSeq[]): Promise<void> {
    const missing = seqs.filter((seq) => !shelf.places.has(seq))
    for (let from = 0; from < missing.length; from += AT_ONCE) {
      const stored = await search.descriptors(missing.slice(from, from + AT_ONCE))
      for (const { seq, bytes } of stored) put(shelf, seq, bytes)
    }
  }

  return {
    async rank(project: ProjectId, seqs: readonly ImageSeq[], like: LikeWanted): Promise<Ranked> {
      const shelf = await shelfOf(project)
      await fill(shelf, seqs)
      return rankOn(shelf, seqs, like)
    },
  }
}

function put(shelf: Shelf, seq: ImageSeq, bytes: Uint8Array): void {
  if (bytes.length !== DESCRIPTOR_BYTES || shelf.places.has(seq)) return
  const at = shelf.places.size * DESCRIPTOR_BYTES
  if (at + DESCRIPTOR_BYTES > shelf.bytes.length) {
    const grown = new Uint8Array(Math.max(64 * DESCRIPTOR_BYTES, shelf.bytes.length * 2))
    grown.set(shelf.bytes)
    shelf.bytes = grown
  }
  shelf.bytes.set(bytes, at)
  shelf.places.set(seq, at)
}

/** One number sorts by distance, then by order; numbers in a typed array sort much faster than pairs. */
const ORDER_SPAN = 2 ** 32

function rankOn(shelf: Shelf, seqs: readonly ImageSeq[], { wanted, offset, limit }: LikeWanted): Ranked {
  const keys = new Float64Array(seqs.length)
  const none = 255 * DESCRIPTOR_BYTES + 1
  // A plain array of bytes like the shelf's: the comparison is the hot loop, and runs on one kind of array only.
  const like = new Uint8Array(wanted)
  let undescribed = 0
  for (let order = 0; order < seqs.length; order += 1) {
    const at = shelf.places.get(seqs[order] ?? 0)
    if (at === undefined) undescribed += 1
    keys[order] = (at === undefined ? none : distanceAt(like, shelf.bytes, at)) * ORDER_SPAN + order
  }
  keys.sort()
  const window = keys.subarray(offset, offset + limit)
  return { seqs: Array.from(window, (key) => seqs[key % ORDER_SPAN] ?? 0), undescribed }
}
