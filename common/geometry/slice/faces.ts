import { type Ring, type Rings, signedRingArea } from '../polygon.ts'
import type { Chord } from './chords.ts'
import { distanceFrom, lengthOf, type Point, pointsOf, type Segment, shareOf } from './segments.ts'

/** Maximum distance in pixels between an edge and a rounded end of a chord. */
const ROUNDING = 0.02

/** Loops below this area in square pixels are rounding artefacts. */
const DUST = 1e-6

/** Targets reachable from each vertex, with the inside on the right. */
type Ways = Map<string, Point[]>

/**
 * Returns the loops around the faces into which chords divide a polygon, outer ones clockwise on screen and holes
 * counter-clockwise, like the rings of the polygon must be. Chords that divide nothing are ignored.
 */
export function loopsBetween(rings: Rings, chords: readonly Chord[]): readonly Ring[] {
  const border = rings.map((ring) => withEnds(pointsOf(ring), chords))
  const loops = walk(waysOf(border, chords))
  const dividing = chords.filter((chord) => !loops.some((loop) => goesBothWays(loop, chord)))
  const clean = dividing.length === chords.length ? loops : walk(waysOf(border, dividing))
  return clean.map((loop) => loop.flatMap(({ x, y }) => [x, y])).filter((loop) => Math.abs(signedRingArea(loop)) > DUST)
}

/** Inserts the ends of chords into the edges of a ring on which they lie. */
function withEnds(ring: readonly Point[], chords: readonly Chord[]): readonly Point[] {
  const ends = chords.flatMap((chord) => [chord[0], chord.at(-1)]).filter((end) => end !== undefined)
  const vertices = new Set(ring.map(keyOf))
  const missing = [...new Map(ends.map((end) => [keyOf(end), end])).values()].filter((end) => !vertices.has(keyOf(end)))
  return ring.flatMap((from, i) => {
    const to = ring[(i + 1) % ring.length]
    if (!to) return []
    const edge: Segment = [from, to]
    const on = missing.filter(
      (end) => lengthOf(edge) > 0 && distanceFrom(edge, end) <= ROUNDING && isBetween(edge, end),
    )
    return [from, ...on.toSorted((a, b) => shareOf(edge, a) - shareOf(edge, b))]
  })
}

function isBetween(edge: Segment, point: Point): boolean {
  const share = shareOf(edge, point)
  return share > 0 && share < 1
}

function waysOf(border: readonly (readonly Point[])[], chords: readonly Chord[]): Ways {
  const ways: Ways = new Map()
  const add = (from: Point, to: Point) => ways.set(keyOf(from), [...(ways.get(keyOf(from)) ?? []), to])
  for (const ring of border) for (const [from, to] of steps([...ring, ...ring.slice(0, 1)])) add(from, to)
  for (const chord of chords) {
    for (const [from, to] of steps(chord)) {
      add(from, to)
      add(to, from)
    }
  }
  return ways
}

function steps(points: readonly Point[]): readonly Segment[] {
  return points.flatMap((to, i) => {
    const from = points[i - 1]
    return from ? [[from, to] as const] : []
  })
}

/** Follows each way once, turning as far right as possible at every vertex. */
function walk(ways: Ways): readonly (readonly Point[])[] {
  const left = new Map([...ways].map(([key, targets]) => [key, [...targets]]))
  const loops: Point[][] = []
  for (const [key, targets] of left) {
    for (let first = targets.pop(); first; first = targets.pop()) loops.push(loopFrom(key, first, left))
  }
  return loops.filter((loop) => loop.length >= 3)
}

/** Ends when the first way would be next, because a vertex may be passed twice. */
function loopFrom(start: string, first: Point, left: Map<string, Point[]>): Point[] {
  const loop = [first]
  let [before, here] = [pointOf(start), first]
  for (;;) {
    const open = left.get(keyOf(here)) ?? []
    const next = rightmost(keyOf(here) === start ? [...open, first] : open, before, here)
    if (!next || next === first) return loop
    open.splice(open.indexOf(next), 1)
    loop.push(next)
    ;[before, here] = [here, next]
  }
}

/** Going back is the last choice. */
function rightmost(targets: readonly Point[], before: Point, here: Point): Point | undefined {
  if (targets.length < 2) return targets[0]
  const back = Math.atan2(before.y - here.y, before.x - here.x)
  const turn = ({ x, y }: Point) => {
    const left = back - Math.atan2(y - here.y, x - here.x)
    return left <= 1e-12 ? left + 2 * Math.PI : left
  }
  return targets.toSorted((a, b) => turn(a) - turn(b))[0]
}

/** A chord with the same face on both sides divides nothing: it joins a hole to the outline, or two holes. */
function goesBothWays(loop: readonly Point[], [from, to]: Chord): boolean {
  const goes = (a: Point | undefined, b: Point | undefined) =>
    a !== undefined &&
    b !== undefined &&
    loop.some((point, i) => keyOf(point) === keyOf(a) && keyOf(loop[(i + 1) % loop.length] ?? point) === keyOf(b))
  return goes(from, to) && goes(to, from)
}

function keyOf({ x, y }: Point): string {
  return `${x},${y}`
}

function pointOf(key: string): Point {
  const [x = 0, y = 0] = key.split(',').map(Number)
  return { x, y }
}
