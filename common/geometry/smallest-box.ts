import { extentOf } from './extent.ts'
import { at, type Ring, type Rings } from './polygon.ts'
import { normalAngle, type RotatedBox } from './rotated-box.ts'

/**
 * Returns the rotated box of smallest area around all points (rotating calipers: one side lies along the convex hull).
 * Of its four representations, the one with the angle closest to `near`, in degrees. Undefined when the points span no
 * area.
 */
export function smallestBoxAround(rings: Rings, near = 0): RotatedBox | undefined {
  const [first, ...others] = flushBoxes(rings)
  if (!first) return undefined
  const smallest = others.reduce((best, box) => (areaOf(box) < areaOf(best) - 1e-9 ? box : best), first)
  return turnedNear(smallest, near)
}

/**
 * Returns the rotated boxes along the convex hull whose areas exceed the smallest by at most a fraction, each with the
 * angle closest to `near`, in degrees. The one with the smallest turn comes first. Empty when the points span no area.
 */
export function nearlySmallestBoxesAround(
  rings: Rings,
  { excess, near = 0 }: { readonly excess: number; readonly near?: number },
): readonly RotatedBox[] {
  const boxes = flushBoxes(rings)
  const most = (1 + excess) * boxes.reduce((least, box) => Math.min(least, areaOf(box)), Infinity)
  const turn = ({ angle }: RotatedBox) => Math.abs(normalAngle(angle - near))
  return boxes
    .filter((box) => areaOf(box) <= most)
    .map((box) => turnedNear(box, near))
    .toSorted((a, b) => turn(a) - turn(b))
}

/**
 * Returns the smallest rotated box around the corners of one that a map has slanted: top left, top right, bottom right,
 * bottom left. The top stays the top as far as possible. Undefined when the corners span no area.
 */
export function boxFittingCorners(corners: Ring): RotatedBox | undefined {
  const [downX, downY] = [at(corners, 6) - at(corners, 0), at(corners, 7) - at(corners, 1)]
  return smallestBoxAround([corners], (Math.atan2(-downX, downY) * 180) / Math.PI)
}

/** Returns the rotated boxes with a side along the convex hull, if they have an area. */
function flushBoxes(rings: Rings): readonly RotatedBox[] {
  return boxesAlong(convexHull(rings)).filter(({ width, height }) => width > 0 && height > 0)
}

interface Point {
  readonly x: number
  readonly y: number
}

/**
 * Returns the hull's corners clockwise on screen (Andrew's monotone chain); fewer than three when all points are
 * collinear.
 */
function convexHull(rings: Rings): readonly Point[] {
  const points = rings.flatMap(pointsOf).sort((a, b) => a.x - b.x || a.y - b.y)
  const upper = chain(points)
  const lower = chain(points.toReversed())
  return [...upper.slice(0, -1), ...lower.slice(0, -1)]
}

function pointsOf(ring: readonly number[]): readonly Point[] {
  return Array.from({ length: ring.length / 2 }, (_, i) => ({ x: at(ring, 2 * i), y: at(ring, 2 * i + 1) }))
}

function chain(points: readonly Point[]): readonly Point[] {
  const kept: Point[] = []
  for (const point of points) {
    while (kept.length > 1 && !turnsRight(kept.at(-2), kept.at(-1), point)) kept.pop()
    kept.push(point)
  }
  return kept
}

function turnsRight(a: Point | undefined, b: Point | undefined, c: Point): boolean {
  return a !== undefined && b !== undefined && (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) > 0
}

/**
 * Returns the boxes along each side of the hull. The extreme corners only advance, so a hull of a hundred thousand
 * corners is walked around once.
 */
function boxesAlong(hull: readonly Point[]): readonly RotatedBox[] {
  const [first] = hull
  if (!first) return []
  const start = axesOf(first, hull[1] ?? first)
  const right = farthest(hull, start.along)
  const bottom = farthest(hull, start.across)
  const left = farthest(hull, (point) => -start.along(point))
  return hull.map((from, place) => {
    const axes = axesOf(from, hull[(place + 1) % hull.length] ?? from)
    return boxOn(axes, {
      right: right(axes.along),
      bottom: bottom(axes.across),
      left: -left((point) => -axes.along(point)),
      top: axes.across(from),
    })
  })
}

type Measure = (point: Point) => number

interface Axes {
  readonly cos: number
  readonly sin: number
  readonly length: number
  readonly along: Measure
  readonly across: Measure
}

/** Returns the unit vectors along the line from one corner to the next, and perpendicular to it into the hull. */
function axesOf(from: Point, to: Point): Axes {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const [cos, sin] = length === 0 ? [1, 0] : [(to.x - from.x) / length, (to.y - from.y) / length]
  return { cos, sin, length, along: ({ x, y }) => x * cos + y * sin, across: ({ x, y }) => y * cos - x * sin }
}

/** Finds the maximum of a measure that rotates with the sides, starting at the last maximum. */
function farthest(hull: readonly Point[], first: Measure): (measure: Measure) => number {
  const most = extentOf(hull.map(first)).most
  let place = hull.findIndex((point) => first(point) === most)

  return (measure) => {
    const valueAt = (index: number) => {
      const point = hull[index % hull.length]
      return point ? measure(point) : -Infinity
    }
    for (let steps = 0; steps < hull.length && valueAt(place + 1) >= valueAt(place); steps += 1) place += 1
    return valueAt(place)
  }
}

interface Sides {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function boxOn({ cos, sin, length }: Axes, { left, right, top, bottom }: Sides): RotatedBox {
  const [middle, depth] = [(left + right) / 2, (top + bottom) / 2]
  const center = { x: middle * cos - depth * sin, y: middle * sin + depth * cos }
  if (length === 0) return { center, width: 0, height: 0, angle: 0 }
  return { center, width: right - left, height: bottom - top, angle: (Math.atan2(sin, cos) * 180) / Math.PI }
}

function areaOf({ width, height }: RotatedBox): number {
  return width * height
}

/** Returns the same rectangle, represented by the side closest to an angle. */
function turnedNear({ center, width, height, angle }: RotatedBox, near: number): RotatedBox {
  const quarters = Math.round((near - angle) / 90)
  const sides = quarters % 2 === 0 ? { width, height } : { width: height, height: width }
  return { center, ...sides, angle: normalAngle(angle + 90 * quarters) }
}
