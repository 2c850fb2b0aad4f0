import { DESCRIPTOR_BYTES, distanceAt, mostDistance, toSimilarity } from '../search/descriptor.ts'
import { atLeastApart, PIVOTS, type Shelf, shelve } from './shelf.ts'

/** Images of one group, by their order: that which began it first. */
export interface LookGroup {
  readonly members: readonly { readonly index: number; readonly alike: number }[]
}

/**
 * Finds groups of images that look alike. Each joins the group whose first image it resembles most, or begins one: so a group
 * holds no chain of images whose ends are unlike. What lies near is found by its distances to a few pivots: by the triangle
 * inequality images `reach` apart are no more than that apart as seen from anywhere.
 */
export function lookGrouping(looks: readonly Uint8Array[], alike: number) {
  const reach = mostDistance(alike)
  const shelf = shelve(looks)
  /** First images of groups, by what the first pivots see of them. */
  const cells = new Map<number, number[]>()
  const groups = new Map<number, { index: number; alike: number }[]>()

  function place(index: number): void {
    const cell = cellOf(shelf, index, reach)
    const found = nearest(index, cell)
    if (found !== undefined) {
      groups.get(found.leader)?.push({ index, alike: toSimilarity(found.distance) })
      return
    }
    groups.set(index, [{ index, alike: 1 }])
    const others = cells.get(cell)
    if (others === undefined) cells.set(cell, [index])
    else others.push(index)
  }

  /** Among equals the one that is met first. */
  function nearest(index: number, cell: number): Found | undefined {
    let best: Found | undefined
    for (const way of NEIGHBOURS) {
      const leaders = cells.get(cell + way)
      if (leaders === undefined) continue
      for (const leader of leaders) {
        const most = best === undefined ? reach : best.distance - 1
        if (atLeastApart(shelf, { one: index, other: leader, most }) > most) continue
        const distance = distanceAt(shelf.looks[index] ?? NO_LOOK, shelf.bytes, leader * DESCRIPTOR_BYTES)
        if (distance <= most) best = { leader, distance }
      }
    }
    return best
  }

  return {
    /** Places the images of a stretch, which must come in order. */
    place(from: number, to: number): void {
      for (let index = from; index < Math.min(to, looks.length); index += 1) place(index)
    },
    /** Groups of two or more images. */
    groups(): LookGroup[] {
      return [...groups.values()].filter((members) => members.length > 1).map((members) => ({ members }))
    },
  }
}

interface Found {
  readonly leader: number
  readonly distance: number
}

const NO_LOOK = new Uint8Array(DESCRIPTOR_BYTES)

/** More than there are steps of the smallest reach in any distance. */
const SIDE = 1024
const WAYS = [-1, 0, 1]
const NEIGHBOURS = WAYS.flatMap((x) => WAYS.flatMap((y) => WAYS.map((z) => (x * SIDE + y) * SIDE + z)))

/** The first three views; cells are as wide as the reach, so all in reach lie in neighboring ones. */
function cellOf({ views }: Shelf, index: number, reach: number): number {
  const step = (pivot: number) => Math.floor((views[index * PIVOTS + pivot] ?? 0) / reach) + 1
  return (step(0) * SIDE + step(1)) * SIDE + step(2)
}
