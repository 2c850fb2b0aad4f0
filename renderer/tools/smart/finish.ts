import type { Box } from '#common/geometry/box'
import { traceMask } from '#common/geometry/contour'
import { fillRings, type Mask } from '#common/geometry/mask'
import { at, type Ring, type Rings, ringsBounds, ringsContain, signedRingArea } from '#common/geometry/polygon'
import { simplifyRing } from '#common/geometry/simplify'
import { windRings } from '#common/geometry/winding'

/** Clean-up of every result before it is shown. */
export interface CutFinish {
  /** Keeps only the largest part, with its holes. */
  readonly keepsLargest: boolean
  /** Holes of fewer square pixels are filled; 0 fills none. */
  readonly holesBelow: number
  /** Rounds off corners by up to one pixel. */
  readonly smooths: boolean
}

/** Other shapes that a result must not overlap. */
export interface Neighbours {
  /** Changes with the neighbors, and invalidates results made with them. */
  readonly version: object
  /** Returns the outlines that reach into a box. */
  readonly within: (bounds: Box) => readonly Rings[]
}

interface Made {
  readonly finish: CutFinish
  readonly version: object | undefined
  readonly rings: Rings
}

const made = new WeakMap<Rings, Made>()

/**
 * Returns the finished outline of a result at full detail. The last one is cached, since it is drawn again and again.
 */
export function finishedRings(rings: Rings, finish: CutFinish, neighbours: Neighbours | undefined): Rings {
  if (!neighbours && leavesAlone(finish)) return rings
  const last = made.get(rings)
  if (last?.finish === finish && last.version === neighbours?.version) return last.rings
  const parts = keptParts(windRings(rings), finish)
  const smooth = finish.smooths ? parts.map(smoothed) : parts
  const result = neighbours ? withoutNeighbours(smooth, neighbours) : smooth
  made.set(rings, { finish, version: neighbours?.version, rings: result })
  return result
}

function leavesAlone({ keepsLargest, smooths, holesBelow }: CutFinish): boolean {
  return !keepsLargest && !smooths && holesBelow === 0
}

/** Winding tells rings apart: outer rings are clockwise, holes counter-clockwise. */
function keptParts(rings: Rings, { keepsLargest, holesBelow }: CutFinish): Rings {
  const areas = new Map(rings.map((ring) => [ring, signedRingArea(ring)]))
  const areaOf = (ring: Ring) => areas.get(ring) ?? 0
  const solid = rings.filter((ring) => areaOf(ring) >= 0 || -areaOf(ring) >= holesBelow)
  if (!keepsLargest) return solid
  const [largest] = solid.toSorted((a, b) => areaOf(b) - areaOf(a))
  if (!largest) return solid
  const isHoleOf = (ring: Ring) => areaOf(ring) < 0 && ringsContain([largest], { x: at(ring, 0), y: at(ring, 1) })
  return [largest, ...solid.filter(isHoleOf)]
}

/** Moves each corner half-way to the midpoint of its neighbors, by one pixel at most. */
function smoothed(ring: Ring): Ring {
  const moved: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const [before, after] = [(i + ring.length - 2) % ring.length, (i + 2) % ring.length]
    const [x, y] = [at(ring, i), at(ring, i + 1)]
    const dx = ((at(ring, before) + at(ring, after)) / 2 - x) / 2
    const dy = ((at(ring, before + 1) + at(ring, after + 1)) / 2 - y) / 2
    const share = Math.min(1, 1 / Math.max(1e-9, Math.hypot(dx, dy)))
    moved.push(x + dx * share, y + dy * share)
  }
  return moved
}

/** Tolerance between the new outline and the border of its pixels. */
const TOLERANCE = 0.7

/** Removes the pixels of neighbors, so that borders meet. Returns the same rings if no neighbor is in the way. */
function withoutNeighbours(rings: Rings, { within }: Neighbours): Rings {
  const bounds = outwards(ringsBounds(rings))
  const others = within(bounds)
  if (others.length === 0) return rings
  const own = pixelsOf(rings, bounds)
  let isTouched = false
  for (const other of others) isTouched = takeAway(own, pixelsOf(other, bounds)) || isTouched
  if (!isTouched) return rings
  return traceMask(own).map((ring) =>
    simplifyRing(ring, TOLERANCE).map((value, i) => value + (i % 2 === 0 ? bounds.x0 : bounds.y0)),
  )
}

function outwards({ x0, y0, x1, y1 }: Box): Box {
  return { x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }
}

function pixelsOf(rings: Rings, { x0, y0, x1, y1 }: Box): Mask {
  const shifted = rings.map((ring) => ring.map((value, i) => value - (i % 2 === 0 ? x0 : y0)))
  return fillRings(shifted, { width: x1 - x0, height: y1 - y0 })
}

function takeAway({ data }: Mask, { data: other }: Mask): boolean {
  let isTouched = false
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0 || other[i] === 0) continue
    data[i] = 0
    isTouched = true
  }
  return isTouched
}
