import { at, type Ring, type Rings, signedRingArea } from './polygon.ts'
import type { Size } from './space.ts'
import { windRings } from './winding.ts'

/** Rings below this area in square pixels are rounding artefacts. */
const LEAST_AREA = 1e-9

/**
 * One side of the frame: the line where the coordinate `axis` (0 = x, 1 = y) equals `bound`. `inward` is the sign of
 * the inside.
 */
interface Side {
  readonly axis: 0 | 1
  readonly bound: number
  readonly inward: 1 | -1
}

/** Where a ring crosses a side: its position along the side, and its slope just inside. */
interface Crossing {
  readonly along: number
  readonly lean: number
}

/** A part of a ring on the inside, with both ends on the side. */
interface Chain {
  readonly points: Ring
  readonly head: Crossing
  readonly tail: Crossing
}

/**
 * Clips a polygon to the frame `0…width × 0…height` by the even-odd rule. Rings may be concave, and may touch or cross.
 * A part cut in two gives two rings, a hole at the frame becomes a notch, and no bridges run along the frame. Outer
 * rings of the result are clockwise on screen, holes counter-clockwise.
 */
export function clipRings(rings: Rings, { width, height }: Size): Rings {
  const sides: readonly Side[] = [
    { axis: 0, bound: 0, inward: 1 },
    { axis: 0, bound: width, inward: -1 },
    { axis: 1, bound: 0, inward: 1 },
    { axis: 1, bound: height, inward: -1 },
  ]
  return windRings(sides.reduce(clipAtSide, rings).filter(hasArea))
}

/**
 * Cuts the rings into chains and joins these along the side. Just inside the side the object lies between the first and
 * second crossing, the third and fourth, and so on. These are joined, whichever ring a chain came from.
 */
function clipAtSide(rings: Rings, side: Side): Rings {
  if (rings.every((ring) => isWithin(ring, side))) return rings
  const parts = rings.map((ring) => ({ ring, inner: innerVertices(ring, side) }))
  const whole = parts.filter(({ inner }) => !inner.includes(0)).map(({ ring }) => ring)
  const chains = parts.flatMap(({ ring, inner }) => chainsOf(ring, inner, side))
  return [...whole, ...joinChains(chains)]
}

/** Returns which vertices count as inside. A tip that only touches the side does, so that it is not torn open. */
function innerVertices(ring: Ring, side: Side): Uint8Array {
  const count = ring.length / 2
  const inner = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const depth = depthOf(ring, i, side)
    const isTip = depth === 0 && depthOf(ring, i + count - 1, side) > 0 && depthOf(ring, i + 1, side) > 0
    if (depth > 0 || isTip) inner[i] = 1
  }
  return inner
}

/**
 * Returns the chains; the first is the one with the first vertex, if that is inside. Empty when the ring does not cross
 * the side.
 */
function chainsOf(ring: Ring, inner: Uint8Array, side: Side): Chain[] {
  const count = inner.length
  const outside = inner.lastIndexOf(0)
  const chains: Chain[] = []
  if (outside < 0) return chains
  for (let i = outside; i < outside + count; i++) {
    if (inner[i % count] === 1 || inner[(i + 1) % count] === 0) continue
    let last = i + 1
    while (inner[(last + 1) % count] === 1) last++
    chains.push(chainBetween(ring, [i + 1, last], side))
  }
  return chains
}

function chainBetween(ring: Ring, [first, last]: readonly [number, number], side: Side): Chain {
  const head = crossingOf(ring, [first, first - 1], side)
  const tail = crossingOf(ring, [last, last + 1], side)
  const points = [...pointOn(side, head.along)]
  for (let i = first; i <= last; i++) points.push(coordinate(ring, i, 0), coordinate(ring, i, 1))
  points.push(...pointOn(side, tail.along))
  return { points, head, tail }
}

/** Returns where the edge from a vertex inside to one outside crosses the side. */
function crossingOf(ring: Ring, [inside, outside]: readonly [number, number], side: Side): Crossing {
  const [from, to] = [coordinate(ring, inside, 1 - side.axis), coordinate(ring, outside, 1 - side.axis)]
  const [depth, beyond] = [depthOf(ring, inside, side), -depthOf(ring, outside, side)]
  const along = from + (to - from) * (depth / (depth + beyond))
  const bounded = beyond === 0 ? to : Math.min(Math.max(from, to), Math.max(Math.min(from, to), along))
  return { along: bounded, lean: (from - bounded) / depth }
}

/** Ends are numbered: chain k starts at end 2k and leaves at 2k + 1. */
function joinChains(chains: readonly Chain[]): Ring[] {
  const mates = pairedEnds(chains)
  const used = new Uint8Array(chains.length)
  const rings: Ring[] = []
  for (let start = 0; start < chains.length; start++) {
    const ring: number[] = []
    for (let end = 2 * start; used[end >> 1] === 0; end = at(mates, end ^ 1)) {
      used[end >> 1] = 1
      appendChain(ring, chains[end >> 1]?.points ?? [], end % 2 === 0)
    }
    if (ring.length > 0) rings.push(withoutRepeats(ring))
  }
  return rings
}

/** Returns for each chain end the one that follows it. */
function pairedEnds(chains: readonly Chain[]): Int32Array {
  const ends = chains.flatMap(({ head, tail }, k) => [
    { ...head, end: 2 * k },
    { ...tail, end: 2 * k + 1 },
  ])
  ends.sort((a, b) => a.along - b.along || a.lean - b.lean)
  const mates = new Int32Array(ends.length)
  for (const [place, { end }] of ends.entries()) mates[end] = ends[place ^ 1]?.end ?? end
  return mates
}

function appendChain(ring: number[], points: Ring, isForward: boolean): void {
  for (let k = 0; k < points.length; k += 2) {
    const i = isForward ? k : points.length - 2 - k
    ring.push(at(points, i), at(points, i + 1))
  }
}

function withoutRepeats(ring: Ring): Ring {
  return ring.filter((_, i) => {
    const point = i - (i % 2)
    const before = (point + ring.length - 2) % ring.length
    return at(ring, point) !== at(ring, before) || at(ring, point + 1) !== at(ring, before + 1)
  })
}

/** The signed area of a self-intersecting outline may cancel to zero; then its slices decide. */
function hasArea(ring: Ring): boolean {
  if (ring.length < 6) return false
  return Math.abs(signedRingArea(ring)) >= LEAST_AREA || hasSlices(ring)
}

/** Maximum number of slices: each walks around the whole ring, and a line to and fro has as many as vertices. */
const MOST_SLICES = 50

/** Returns whether there is even-odd area, measured half-way between the heights of neighboring vertices. */
function hasSlices(ring: Ring): boolean {
  const heights = [...new Set(ring.filter((_, i) => i % 2 === 1))].toSorted((a, b) => a - b)
  const step = Math.max(1, Math.ceil(heights.length / MOST_SLICES))
  let sum = 0
  for (let i = 0; i + 1 < heights.length && sum < LEAST_AREA; i += step) {
    const [top, bottom] = [at(heights, i), at(heights, i + 1)]
    sum += (bottom - top) * widthInside(ring, (top + bottom) / 2)
  }
  return sum >= LEAST_AREA
}

function widthInside(ring: Ring, y: number): number {
  const crossings: number[] = []
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [xi, yi, xj, yj] = [at(ring, i), at(ring, i + 1), at(ring, j), at(ring, j + 1)]
    if (yi > y !== yj > y) crossings.push(((xj - xi) * (y - yi)) / (yj - yi) + xi)
  }
  return crossings.toSorted((a, b) => a - b).reduce((sum, x, i) => (i % 2 === 0 ? sum - x : sum + x), 0)
}

function isWithin(ring: Ring, side: Side): boolean {
  for (let i = 0; i < ring.length / 2; i++) if (depthOf(ring, i, side) < 0) return false
  return true
}

/** Returns the distance in pixels from the side inwards; negative outside. */
function depthOf(ring: Ring, vertex: number, { axis, bound, inward }: Side): number {
  return inward * (coordinate(ring, vertex, axis) - bound)
}

function pointOn({ axis, bound }: Side, along: number): readonly [number, number] {
  return axis === 0 ? [bound, along] : [along, bound]
}

function coordinate(ring: Ring, vertex: number, axis: number): number {
  return at(ring, (2 * vertex + axis + ring.length) % ring.length)
}
