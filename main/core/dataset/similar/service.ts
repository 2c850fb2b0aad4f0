import type { SimilarGroup, SimilarGroups, SimilarImage } from '#common/contract/browse/similar'
import type { ImageCard, ImageFilter } from '#common/contract/images'
import type { ImageRepository } from '../images/ports.ts'
import type { ImageService } from '../images/service.ts'
import type { Project } from '../projects/ports.ts'
import { DESCRIPTOR_BYTES, similarity } from '../search/descriptor.ts'
import type { ImageSeq, SearchRepository } from '../search/ports.ts'
import type { SearchService } from '../search/service.ts'
import { type LookGroup, lookGrouping } from './grouping.ts'

export type SimilarService = ReturnType<typeof similarService>

interface Dependencies {
  readonly images: Pick<ImageService, 'places'>
  readonly cards: Pick<ImageRepository, 'cards'>
  readonly search: Pick<SearchRepository, 'descriptors'>
  readonly looks: Pick<SearchService, 'describeMissing'>
  /** Lets other requests run between two portions. */
  readonly breathe: () => Promise<void>
}

/** Number of descriptors read at once. */
const READ_AT_ONCE = 2000
/** Number of images assigned to groups at once. */
const PLACED_AT_ONCE = 25
/** Number of images returned; further groups are only counted. */
const MOST_TOLD = 10_000

export interface Likeness {
  /** Minimum similarity of images in a group, 0…1. */
  readonly alike: number
  readonly signal: AbortSignal
}

interface Described {
  readonly seq: ImageSeq
  readonly look: Uint8Array
}

interface Member {
  readonly card: ImageCard
  readonly look: Uint8Array
}

/** Groups of images that look alike among those of a query. */
export function similarService({ images, cards, search, looks, breathe }: Dependencies) {
  async function read(seqs: readonly ImageSeq[]) {
    const described: Described[] = []
    for (let from = 0; from < seqs.length; from += READ_AT_ONCE) {
      for (const { seq, bytes } of await search.descriptors(seqs.slice(from, from + READ_AT_ONCE))) {
        // A copy: the comparison is the hot loop, and runs on one kind of array only.
        if (bytes.length === DESCRIPTOR_BYTES) described.push({ seq, look: new Uint8Array(bytes) })
      }
    }
    return described
  }

  async function groups(project: Project, filter: ImageFilter, { alike, signal }: Likeness): Promise<SimilarGroups> {
    const seqs = await images.places(project, { filter, sort: 'added' })
    const described = await read(seqs)
    if (described.length < seqs.length) await looks.describeMissing(project)
    const grouping = lookGrouping(
      described.map(({ look }) => look),
      alike,
    )
    for (let from = 0; from < described.length; from += PLACED_AT_ONCE) {
      signal.throwIfAborted()
      grouping.place(from, Math.min(described.length, from + PLACED_AT_ONCE))
      await breathe()
    }
    const found = grouping.groups().toSorted((a, b) => b.members.length - a.members.length)
    return {
      groups: await tell(firstOf(found), described),
      total: found.length,
      images: found.reduce((sum, { members }) => sum + members.length, 0),
      undescribed: seqs.length - described.length,
    }
  }

  async function tell(found: readonly LookGroup[], described: readonly Described[]): Promise<SimilarGroup[]> {
    const members = found.map((group) => group.members.flatMap(({ index }) => described[index] ?? []))
    const known = new Map((await cards.cards(members.flat().map(({ seq }) => seq))).map(({ seq, card }) => [seq, card]))
    return members.map((group) => ({
      images: bestFirst(
        group.flatMap(({ seq, look }) => {
          const card = known.get(seq)
          return card === undefined ? [] : [{ card, look }]
        }),
      ),
    }))
  }

  return { groups }
}

function firstOf(found: readonly LookGroup[]): LookGroup[] {
  let told = 0
  return found.filter(({ members }) => {
    told += members.length
    return told <= MOST_TOLD
  })
}

/** The image to keep: the one with the most annotations, then the largest, then the first added. */
function bestFirst(members: readonly Member[]): SimilarImage[] {
  const best = members.reduce<Member | undefined>(
    (kept, each) => (kept === undefined || isBetter(each.card, kept.card) ? each : kept),
    undefined,
  )
  if (best === undefined) return []
  const others = members.filter((each) => each !== best)
  return [
    { card: best.card, alike: 1 },
    ...others.map(({ card, look }) => ({ card, alike: similarity(best.look, look) })),
  ]
}

function isBetter(one: ImageCard, other: ImageCard): boolean {
  if (one.shapes !== other.shapes) return one.shapes > other.shapes
  return one.width * one.height > other.width * other.height
}
