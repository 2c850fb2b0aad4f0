import { DESCRIPTOR_BYTES, distanceAt } from '../search/descriptor.ts'

/** Descriptors as they are compared fast: one behind the other, with what tells from afar that two are unlike. */
export interface Shelf {
  readonly looks: readonly Uint8Array[]
  readonly bytes: Uint8Array
  /** Distances of each to the pivots. */
  readonly views: Uint16Array
  /** Sums of each one's blocks. */
  readonly sums: Uint16Array
}

export const PIVOTS = 6
/** Images among which the pivots are looked for. */
const SAMPLE = 400
const BLOCK = 8
const BLOCKS = DESCRIPTOR_BYTES / BLOCK

export function shelve(looks: readonly Uint8Array[]): Shelf {
  const pivots = choosePivots(looks)
  const bytes = new Uint8Array(looks.length * DESCRIPTOR_BYTES)
  const views = new Uint16Array(looks.length * PIVOTS)
  const sums = new Uint16Array(looks.length * BLOCKS)
  for (const [index, look] of looks.entries()) {
    bytes.set(look, index * DESCRIPTOR_BYTES)
    for (const [nth, pivot] of pivots.entries()) views[index * PIVOTS + nth] = distanceAt(pivot, look, 0)
    for (let block = 0; block < BLOCKS; block += 1) sums[index * BLOCKS + block] = blockSum(look, block * BLOCK)
  }
  return { looks, bytes, views, sums }
}

interface Pair {
  readonly one: number
  readonly other: number
  readonly most: number
}

/** A distance that two are apart at least: as the pivots see them, or by the sums of their blocks. More than `most` is not counted on. */
export function atLeastApart({ views, sums }: Shelf, { one, other, most }: Pair): number {
  for (let pivot = 0; pivot < PIVOTS; pivot += 1) {
    const apart = Math.abs((views[one * PIVOTS + pivot] ?? 0) - (views[other * PIVOTS + pivot] ?? 0))
    if (apart > most) return apart
  }
  let apart = 0
  for (let block = 0; block < BLOCKS && apart <= most; block += 1) {
    apart += Math.abs((sums[one * BLOCKS + block] ?? 0) - (sums[other * BLOCKS + block] ?? 0))
  }
  return apart
}

/** Far from one another, so that they see different things. */
function choosePivots(looks: readonly Uint8Array[]): Uint8Array[] {
  const step = Math.max(1, Math.floor(looks.length / SAMPLE))
  const sample = looks.filter((_, index) => index % step === 0)
  const pivots: Uint8Array[] = sample.slice(0, 1)
  while (pivots.length < Math.min(PIVOTS, sample.length)) {
    const distances = sample.map((look) => Math.min(...pivots.map((pivot) => distanceAt(pivot, look, 0))))
    const farthest = sample[distances.indexOf(Math.max(...distances))]
    if (farthest !== undefined) pivots.push(farthest)
  }
  return pivots
}

function blockSum(look: Uint8Array, from: number): number {
  let sum = 0
  for (let at = from; at < from + BLOCK; at += 1) sum += look[at] ?? 0
  return sum
}
