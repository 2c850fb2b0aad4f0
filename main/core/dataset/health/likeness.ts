import type { ImageId } from '#common/ids'
import type { Split } from '#common/split'
import { DESCRIPTOR_BYTES, mostDistance, toSimilarity } from '../search/descriptor.ts'
import type { LookedAt } from './ports.ts'

/** Images at least this alike count as near-duplicates: copies in other sizes and qualities, the same moment taken twice. */
export const NEAR_DUPLICATE = 0.95
/** The work grows with the square of the images: so many are compared, those added first. */
export const MOST_COMPARED = 20_000
/** Pairs that are told; their groups are counted in full. */
export const MOST_PAIRS = 200

export interface AlikeImage {
  readonly id: ImageId
  readonly name: string
  readonly split: Split
}

export interface AlikePair {
  readonly images: readonly [AlikeImage, AlikeImage]
  /** 1: nothing tells them apart. */
  readonly similarity: number
}

export interface AlikeGroups {
  readonly groups: number
  /** Images in these groups. */
  readonly images: number
  /** The first image of a group with one that looks like it, the likest first; at most `MOST_PAIRS`. */
  readonly pairs: readonly AlikePair[]
}

export interface Likeness {
  readonly nearDuplicates: AlikeGroups
  /** Groups whose images lie in several splits; pairs of these whose two images do. */
  readonly splitLeakage: AlikeGroups
  /** Images whose looks are not described, and those past `MOST_COMPARED`: nothing is known about them. */
  readonly notCompared: number
}

interface Group {
  readonly first: AlikeImage
  readonly pairs: AlikePair[]
}

/** First images of groups that are about as light, as colored and as rich in edges. `sums`: `BLOCKS` numbers for each. */
interface Shelf {
  readonly groups: Group[]
  readonly looks: Uint8Array[]
  readonly sums: number[]
}

/** A lower bound of a distance is read from the sums of so many bytes each. */
const BLOCK = 32
const BLOCKS = DESCRIPTOR_BYTES / BLOCK
/** Images whose lightness, colors or edges add up to more apart than this are not alike. */
const REACH = mostDistance(NEAR_DUPLICATE)

/**
 * Finds images that look alike, portion by portion. Each image joins the group whose first image it resembles most, or
 * begins one: so it is compared with first images only, and of these with the few that are about as light, as colored and as
 * rich in edges.
 */
export function likenessFinder() {
  const groups: Group[] = []
  /** Every shelf is `REACH` wide in each of the three: it and its neighbors hold everything in reach. */
  const shelves = new Map<number, Shelf>()
  let compared = 0
  let notCompared = 0

  function addOne({ look, ...image }: LookedAt): void {
    if (look?.length !== DESCRIPTOR_BYTES || compared === MOST_COMPARED) {
      notCompared += 1
      return
    }
    compared += 1
    // A copy: the comparison is the hot loop, and runs on one kind of array only.
    const plain = new Uint8Array(look)
    const sums = blockSums(plain)
    const place = placeOf(sums)
    const near = NEIGHBOURS.flatMap((way) => shelves.get(place + way) ?? [])
    const found = nearest(near, plain, sums)
    if (found !== undefined) {
      found.group.pairs.push({ images: [found.group.first, image], similarity: toSimilarity(found.distance) })
      return
    }
    const group = { first: image, pairs: [] }
    const shelf = shelves.get(place) ?? { groups: [], looks: [], sums: [] }
    shelves.set(place, shelf)
    groups.push(group)
    shelf.groups.push(group)
    shelf.looks.push(plain)
    shelf.sums.push(...sums)
  }

  return {
    add(images: readonly LookedAt[]): void {
      for (const image of images) addOne(image)
    },

    result(): Likeness {
      const alike = groups.filter(({ pairs }) => pairs.length > 0)
      const leaking = alike.filter(({ pairs }) => pairs.some(isLeak))
      return {
        nearDuplicates: summary(alike, () => true),
        splitLeakage: summary(leaking, isLeak),
        notCompared,
      }
    },
  }
}

interface Nearest {
  readonly group: Group
  readonly distance: number
}

/** Among equals the one that is met first. */
function nearest(shelves: readonly Shelf[], look: Uint8Array, sums: readonly number[]): Nearest | undefined {
  let best: Nearest | undefined
  for (const shelf of shelves) {
    for (let place = 0; place < shelf.groups.length; place += 1) {
      const most = best === undefined ? REACH : best.distance - 1
      if (apartAtLeast(sums, shelf.sums, place * BLOCKS) > most) continue
      const distance = distanceWithin(most, look, shelf.looks[place] ?? look)
      const group = shelf.groups[place]
      if (group !== undefined && distance <= most) best = { group, distance }
    }
  }
  return best
}

/** More than there are steps of `REACH` in any sum. */
const SIDE = 256
const WAYS = [-1, 0, 1]
const NEIGHBOURS = WAYS.flatMap((x) => WAYS.flatMap((y) => WAYS.map((z) => (x * SIDE + y) * SIDE + z)))

/** Two blocks are lightness, one the colors, two the edges. */
function placeOf([top = 0, low = 0, colour = 0, upper = 0, lower = 0]: readonly number[]): number {
  const step = (sum: number) => Math.floor(sum / REACH) + 1
  return (step(top + low) * SIDE + step(colour)) * SIDE + step(upper + lower)
}

function blockSums(look: Uint8Array): number[] {
  const sums = Array.from({ length: BLOCKS }, () => 0)
  for (const [at, byte] of look.entries()) {
    const block = Math.floor(at / BLOCK)
    sums[block] = (sums[block] ?? 0) + byte
  }
  return sums
}

function apartAtLeast(sums: readonly number[], others: readonly number[], from: number): number {
  let apart = 0
  for (let block = 0; block < BLOCKS; block += 1) apart += Math.abs((sums[block] ?? 0) - (others[from + block] ?? 0))
  return apart
}

/** The distance, or what it has grown to when it passes `most`. */
function distanceWithin(most: number, one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let from = 0; from < DESCRIPTOR_BYTES && sum <= most; from += BLOCK) {
    for (let at = from; at < from + BLOCK; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  }
  return sum
}

function isLeak({ images: [one, other] }: AlikePair): boolean {
  return one.split !== other.split
}

function summary(groups: readonly Group[], wanted: (pair: AlikePair) => boolean): AlikeGroups {
  const pairs = groups.flatMap((group) => group.pairs.filter(wanted)).toSorted((a, b) => b.similarity - a.similarity)
  const images = groups.reduce((sum, group) => sum + group.pairs.length + 1, 0)
  return { groups: groups.length, images, pairs: pairs.slice(0, MOST_PAIRS) }
}
