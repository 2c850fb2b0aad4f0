import { at, type Ring, type Rings } from './polygon.ts'
import { normalAngle, type RotatedBox } from './rotated-box.ts'

/**
 * The rotated box of the smallest area around all points (rotating calipers: one of its sides lies along the convex hull). Of the four
 * ways to say it, the one whose angle lies nearest to `near`, in degrees. Undefined when the points span no area.
 */
export function smallestBoxAround(rings: Rings, near = 0): RotatedBox | undefined {
  const hull = convexHull(rings)
  const boxes = hull.map((from, place) => boxAlong(hull, from, hull[(place + 1) % hull.length] ?? from))
  const [first, ...others] = boxes.filter(({ width, height }) => width > 0 && height > 0)
  if (!first) return undefined
  const smallest = others.reduce((best, box) => (areaOf(box) < areaOf(best) - 1e-9 ? box : best), first)
  return turnedNear(smallest, near)
}

/**
 * The smallest rotated box around the corners of one that a map has slanted: its top left, top right, bottom right and bottom left
 * corner. What was its top stays its top, as nearly as the rectangle can say it. Undefined when the corners span no area.
 */
export function boxFittingCorners(corners: Ring): RotatedBox | undefined {
  const [downX, downY] = [at(corners, 6) - at(corners, 0), at(corners, 7) - at(corners, 1)]
  return smallestBoxAround([corners], (Math.atan2(-downX, downY) * 180) / Math.PI)
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Corners of the hull clockwise on screen (Andrew's monotone chain); fewer than three when all points lie on a line. */
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

/** The box with a side along the line from one corner to the next. */
function boxAlong(hull: readonly Point[], from: Point, to: Point): RotatedBox {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length === 0) return { center: from, width: 0, height: 0, angle: 0 }
  const [cos, sin] = [(to.x - from.x) / length, (to.y - from.y) / length]
  const [along, across] = [hull.map(({ x, y }) => x * cos + y * sin), hull.map(({ x, y }) => y * cos - x * sin)]
  const [left, right] = [Math.min(...along), Math.max(...along)]
  const [top, bottom] = [Math.min(...across), Math.max(...across)]
  const [middle, depth] = [(left + right) / 2, (top + bottom) / 2]
  const center = { x: middle * cos - depth * sin, y: middle * sin + depth * cos }
  return { center, width: right - left, height: bottom - top, angle: (Math.atan2(sin, cos) * 180) / Math.PI }
}

function areaOf({ width, height }: RotatedBox): number {
  return width * height
}

/** The same rectangle, said by that one of its sides that lies nearest to an angle. */
function turnedNear({ center, width, height, angle }: RotatedBox, near: number): RotatedBox {
  const quarters = Math.round((near - angle) / 90)
  const sides = quarters % 2 === 0 ? { width, height } : { width: height, height: width }
  return { center, ...sides, angle: normalAngle(angle + 90 * quarters) }
}
