import { type Ring, type Rings, ringsContain } from '../polygon.ts'
import {
  between,
  distanceFrom,
  edgesOf,
  lengthOf,
  meetings,
  NEAR,
  type Point,
  pointsOf,
  type Segment,
} from './segments.ts'

/** A part of a cut through the inside of a polygon, which starts and ends on the outline. */
export type Chord = readonly Point[]

/** Steps per pixel to which new vertices are rounded. */
const STEPS = 1024

/** A distance in pixels beyond the border of any image. */
const FAR = 2 ** 22

interface Station {
  readonly at: Point
  readonly isOnOutline: boolean
}

/** Returns the parts of a line inside a polygon. Ends inside are extended straight to the outline. */
export function chordsOf(rings: Rings, line: Ring): readonly Chord[] {
  const ground: Ground = { rings, edges: edgesOf(rings) }
  const points = pointsOf(line).filter(({ x, y }, i, all) => x !== all[i - 1]?.x || y !== all[i - 1]?.y)
  const [head, tail] = [points.slice(0, 2).reverse(), points.slice(-2)]
  const whole = [...exit(ground, head), ...points, ...exit(ground, tail)]
  return splitAtOutline(stationsOf(ground, whole)).filter((chord) => isInside(ground, chord))
}

interface Ground {
  readonly rings: Rings
  readonly edges: readonly Segment[]
}

function exit(ground: Ground, [from, end]: readonly Point[]): readonly Point[] {
  if (!from || !end || !ringsContain(ground.rings, end)) return []
  const length = lengthOf([from, end])
  const way = { x: (end.x - from.x) / length, y: (end.y - from.y) / length }
  const ray: Segment = [end, { x: end.x + way.x * FAR, y: end.y + way.y * FAR }]
  const [first] = sharesOn(ground, ray)
  return first === undefined ? [] : [onOutline(ground, between(ray, first))]
}

/** Returns the vertices of the line and its intersections with the outline, in the order of the line. */
function stationsOf(ground: Ground, points: readonly Point[]): readonly Station[] {
  return points.flatMap((point, i): readonly Station[] => {
    const isOnOutline = ground.edges.some((edge) => distanceFrom(edge, point) <= 10 * NEAR)
    const here = { at: isOnOutline ? onOutline(ground, point) : point, isOnOutline }
    const next = points[i + 1]
    if (!next) return [here]
    const met = sharesOn(ground, [point, next]).map((share) => onOutline(ground, between([point, next], share)))
    return [here, ...met.map((place) => ({ at: place, isOnOutline: true }))]
  })
}

/** Returns where a segment crosses the outline between its ends. */
function sharesOn({ edges }: Ground, segment: Segment): readonly number[] {
  const rim = (10 * NEAR) / lengthOf(segment)
  return edges
    .flatMap((edge) => meetings(segment, edge))
    .filter((share) => share > rim && share < 1 - rim)
    .toSorted((a, b) => a - b)
    .filter((share, i, all) => share - (all[i - 1] ?? -1) > rim)
}

/** Returns the vertex at this position, or else the rounded position. */
function onOutline({ edges }: Ground, { x, y }: Point): Point {
  const vertex = edges.find(([from]) => Math.hypot(from.x - x, from.y - y) <= 10 * NEAR)?.[0]
  return vertex ?? { x: Math.round(x * STEPS) / STEPS, y: Math.round(y * STEPS) / STEPS }
}

/** Dangling ends belong to no chord. */
function splitAtOutline(stations: readonly Station[]): readonly Chord[] {
  const chords: Point[][] = []
  let open: Point[] | undefined
  for (const { at, isOnOutline } of stations) {
    open?.push(at)
    if (!isOnOutline) continue
    if (open) chords.push(open)
    open = [at]
  }
  return chords
}

function isInside({ rings, edges }: Ground, [from, to, ...others]: Chord): boolean {
  if (!from || !to || (others.length === 0 && lengthOf([from, to]) <= 10 * NEAR)) return false
  const middle = between([from, to], 0.5)
  return ringsContain(rings, middle) && !edges.some((edge) => distanceFrom(edge, middle) <= NEAR)
}
