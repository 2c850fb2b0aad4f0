import { boxSize } from '#common/geometry/box'
import { at, type Ring, type Rings, ringsBounds, ringsContain, signedRingArea } from '#common/geometry/polygon'
import type { Size } from '#common/geometry/space'

/** A border of the frame: the side of `limit` along one axis (0 is x, 1 is y) that `sign` points to is kept. */
interface Border {
  readonly axis: 0 | 1
  readonly limit: number
  readonly sign: 1 | -1
}

/** Where an outline crosses a height: at `x`, on the edge that begins at position `edge` of the flat list. */
interface Crossing {
  readonly x: number
  readonly edge: number
}

/**
 * The part of an outline inside the frame `0…width × 0…height` (Sutherland–Hodgman); empty when nothing is left. An outline that falls
 * apart at a border stays one ring, held together by lines of no width along that border.
 */
export function clipRing(ring: Ring, { width, height }: Size): Ring {
  const borders: readonly Border[] = [
    { axis: 0, limit: 0, sign: 1 },
    { axis: 1, limit: 0, sign: 1 },
    { axis: 0, limit: width, sign: -1 },
    { axis: 1, limit: height, sign: -1 },
  ]
  const clipped = borders.reduce(clipAtBorder, ring)
  const bounds = boxSize(ringsBounds([clipped]))
  return bounds.width > 0 && bounds.height > 0 ? clipped : []
}

function clipAtBorder(ring: Ring, { axis, limit, sign }: Border): Ring {
  const distance = (point: number) => sign * (at(ring, point + axis) - limit)
  if (everyPoint(ring, (point) => distance(point) >= 0)) return ring
  const kept: number[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const next = (i + 2) % ring.length
    if (distance(i) >= 0) kept.push(at(ring, i), at(ring, i + 1))
    if (distance(i) * distance(next) < 0) {
      const part = distance(i) / (distance(i) - distance(next))
      const along = at(ring, i + 1 - axis) + part * (at(ring, next + 1 - axis) - at(ring, i + 1 - axis))
      kept.push(...(axis === 0 ? [limit, along] : [along, limit]))
    }
  }
  return kept
}

function everyPoint(ring: Ring, holds: (point: number) => boolean): boolean {
  for (let i = 0; i < ring.length; i += 2) if (!holds(i)) return false
  return true
}

/**
 * The parts of an object, one ring each: every hole is joined to the outline around it by a cut of no width. For formats
 * that know no holes. Which ring is a hole is decided by nesting, not by winding, so any source of rings will do.
 */
export function partRings(rings: Rings): readonly Ring[] {
  if (rings.length === 1) return rings
  const nested = rings.map((ring) => ({ ring, around: ringsAround(ring, rings) }))
  const outlines = nested.filter(({ around }) => around.length % 2 === 0)
  const holes = nested.filter(({ around }) => around.length % 2 === 1)
  return outlines.map(({ ring }) =>
    holes
      .filter(({ around }) => around[0] === ring)
      .map((hole) => hole.ring)
      // A hole further right stands in the way of the cuts of the others, so it has to belong to the outline by then.
      .toSorted((a, b) => rightmostX(b) - rightmostX(a))
      .reduce(joinHole, ring),
  )
}

/** The rings that enclose a ring, the closest first. Rings of one object do not cross each other. */
function ringsAround(ring: Ring, rings: Rings): readonly Ring[] {
  const inside = innerPoint(ring)
  const area = sizeOf(ring)
  return rings
    .filter((other) => sizeOf(other) > area && ringsContain([other], inside))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

/** A point strictly inside: between the first two crossings of a height at which no corner lies. */
function innerPoint(ring: Ring): { readonly x: number; readonly y: number } {
  const heights = [...new Set(ring.filter((_, i) => i % 2 === 1))].toSorted((a, b) => a - b)
  const y = (at(heights, 0) + at(heights, 1)) / 2
  const [first, second] = crossingsAt(ring, y)
  if (first === undefined || second === undefined) throw new RangeError('A ring must enclose something')
  return { x: (first.x + second.x) / 2, y }
}

/** From left to right. */
function crossingsAt(ring: Ring, y: number): readonly Crossing[] {
  const crossings: Crossing[] = []
  for (let edge = 0; edge < ring.length; edge += 2) {
    const next = (edge + 2) % ring.length
    const [x0, y0, x1, y1] = [at(ring, edge), at(ring, edge + 1), at(ring, next), at(ring, next + 1)]
    if (y0 > y !== y1 > y) crossings.push({ x: x0 + ((x1 - x0) * (y - y0)) / (y1 - y0), edge })
  }
  return crossings.toSorted((a, b) => a.x - b.x)
}

/** Cuts from the hole's rightmost corner straight right to the outline, goes around the hole, and comes back. */
function joinHole(outline: Ring, hole: Ring): Ring {
  const opposed = signedRingArea(hole) * signedRingArea(outline) > 0 ? reversed(hole) : hole
  const start = rightmostPoint(opposed)
  const [x, y] = [at(opposed, start), at(opposed, start + 1)]
  const hit = crossingsAt(outline, y).find((crossing) => crossing.x >= x)
  // Only rings that cross each other have no hit; a slanted cut has no width either.
  const cut = hit === undefined ? [at(outline, 0), at(outline, 1)] : [hit.x, y]
  const after = (hit?.edge ?? 0) + 2
  const around = [...opposed.slice(start), ...opposed.slice(0, start), x, y]
  return withoutRepeats([...outline.slice(0, after), ...cut, ...around, ...cut, ...outline.slice(after)])
}

function reversed(ring: Ring): Ring {
  const points: number[] = []
  for (let i = ring.length - 2; i >= 0; i -= 2) points.push(at(ring, i), at(ring, i + 1))
  return points
}

function withoutRepeats(ring: Ring): Ring {
  return ring.filter((_, i) => {
    const point = i - (i % 2)
    const previous = (point - 2 + ring.length) % ring.length
    return at(ring, point) !== at(ring, previous) || at(ring, point + 1) !== at(ring, previous + 1)
  })
}

function rightmostPoint(ring: Ring): number {
  let rightmost = 0
  for (let i = 2; i < ring.length; i += 2) if (at(ring, i) > at(ring, rightmost)) rightmost = i
  return rightmost
}

function rightmostX(ring: Ring): number {
  return at(ring, rightmostPoint(ring))
}

function sizeOf(ring: Ring): number {
  return Math.abs(signedRingArea(ring))
}
