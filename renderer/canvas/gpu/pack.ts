import { at, type Ring } from '#common/geometry/polygon'
import { outlineOf } from '../mask/borders.ts'
import type { SceneShape } from '../scene.ts'
import { longerSide } from '../still/detail.ts'
import { type Level, ringsAt } from '../still/levels.ts'
import type { Form } from './chunks.ts'
import { POINT_NUMBERS } from './mesh.ts'
import { SPOT } from './shaders/spot.ts'
import { trianglesOf } from './triangulate.ts'

/** All places are taken from the corner of the form's bounds: what is left has few enough digits for single precision. */
type Packed = Float32Array<ArrayBuffer>

/** Points that one segment reads: the one before, its two ends, the one after. */
export const SEGMENT_POINTS = 4

/** Marks a point at which no segment starts. */
const NO_SEGMENT = -1

/** The most expensive part of packing, made for one shape and kept with it. */
export const PREPARE = {
  outlines: (shape: SceneShape, level: Level) => void ringsAt(outlineOf(shape), level),
  fill: ({ rings }: SceneShape, level: Level) => void trianglesOf(ringsAt(rings, level)),
} as const

/**
 * Outlines one behind the other; a point is x, y, the length of the line up to it, and the row of its shape. A segment is read from
 * four points in a row, so each ring is led in by its last point and led out by its first two; at the last three points of a ring
 * no segment starts.
 */
export function packOutlines({ shapes, bounds }: Form, level: Level): Packed {
  const paths = shapes.flatMap((shape, row) => pathsOf(shape, { row, level }))
  const packed = new Float32Array(paths.reduce((sum, { points }) => sum + points, 0) * POINT_NUMBERS)
  let end = 0
  for (const path of paths) end = packPath(packed, { path, start: end, origin: bounds })
  return packed
}

/** A way along the points of a ring: nothing is copied, since a gesture packs some hundred outlines anew. */
interface Path {
  readonly ring: Ring
  readonly row: number
  /** Led in and led out. */
  readonly points: number
  /** Where in the ring a point of the way stands. */
  readonly vertex: (point: number) => number
}

function pathsOf(shape: SceneShape, { row, level }: { readonly row: number; readonly level: Level }): readonly Path[] {
  const isOpen = shape.kind === 'polyline'
  const rings = isOpen ? shape.rings : ringsAt(outlineOf(shape), level)
  return rings.map((ring) => ({ ring, row, ...(isOpen ? openWay(ring) : closedWay(ring)) }))
}

function closedWay(ring: Ring): Pick<Path, 'points' | 'vertex'> {
  const count = ring.length / 2
  return { points: count + 3, vertex: (point) => (point + count - 1) % count }
}

/** The ring of a line runs there and back: the way there is enough, and nothing joins at its ends. */
function openWay(ring: Ring): Pick<Path, 'points' | 'vertex'> {
  const last = ring.length / 4
  return { points: last + 3, vertex: (point) => Math.min(last, Math.max(0, point - 1)) }
}

interface PathPlace {
  readonly path: Path
  readonly start: number
  readonly origin: { readonly x0: number; readonly y0: number }
}

function packPath(packed: Packed, { path, start, origin: { x0, y0 } }: PathPlace): number {
  const { ring, row, points, vertex } = path
  const lastSegment = points - SEGMENT_POINTS
  let place = start
  let length = 0
  for (let point = 0; point < points; point++) {
    const from = 2 * vertex(point)
    packed[place++] = at(ring, from) - x0
    packed[place++] = at(ring, from + 1) - y0
    packed[place++] = point <= lastSegment ? length : NO_SEGMENT
    packed[place++] = row
    if (point < lastSegment) length += sideLength(ring, 2 * vertex(point + 1), 2 * vertex(point + 2))
  }
  return place
}

/** `Math.hypot` takes ten times as long, to be right for numbers that no image has. */
function sideLength(ring: Ring, from: number, to: number): number {
  const [dx, dy] = [at(ring, to) - at(ring, from), at(ring, to + 1) - at(ring, from + 1)]
  return Math.sqrt(dx * dx + dy * dy)
}

/** The insides of the outlines but those of masks, which are drawn pixel by pixel: corners of x, y and row, three indices a triangle. */
export function packFill({ shapes, bounds: { x0, y0 } }: Form, level: Level) {
  const parts = shapes.map(({ rings }) => trianglesOf(ringsAt(rings, level)))
  const corners = new Float32Array(parts.reduce((sum, part) => sum + (part.corners.length / 2) * 3, 0))
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0))
  let [corner, index] = [0, 0]
  parts.forEach((part, row) => {
    const first = corner / 3
    for (let i = 0; i < part.corners.length; i += 2) {
      corners[corner++] = at(part.corners, i) - x0
      corners[corner++] = at(part.corners, i + 1) - y0
      corners[corner++] = row
    }
    for (const each of part.indices) indices[index++] = first + each
  })
  return { corners, indices }
}

/** The lines between the points of objects: each its own four points, so that it has no neighbours. */
export function packLimbs({ shapes, bounds: { x0, y0 } }: Form): Packed {
  return Float32Array.from(
    shapes.flatMap(({ skeleton }, row) =>
      (skeleton?.edges ?? []).flatMap(([from, to]) => {
        const [a, b] = [skeleton?.points[from], skeleton?.points[to]]
        if (!a || !b || a.visibility === 0 || b.visibility === 0) return []
        const [start, end] = [
          [a.x - x0, a.y - y0, 0, row],
          [b.x - x0, b.y - y0, 0, row],
        ]
        return [...start, ...start, ...end, ...end]
      }),
    ),
  )
}

/** A dot for each shape, for when it is too small to be seen, and the points of objects: x, y, what it stands for, its row. */
export function packSpots({ shapes, bounds: { x0, y0 } }: Form): Packed {
  const spots: number[] = []
  for (const [row, { bounds, skeleton }] of shapes.entries()) {
    spots.push((bounds.x0 + bounds.x1) / 2 - x0, (bounds.y0 + bounds.y1) / 2 - y0, SPOT.shape, row)
    for (const { x, y, visibility } of skeleton?.points ?? [])
      if (visibility > 0) spots.push(x - x0, y - y0, visibility === 1 ? SPOT.hidden : SPOT.seen, row)
  }
  return Float32Array.from(spots)
}

/** The longer side of each shape, in image pixels. */
export function packSides(shapes: readonly SceneShape[]): Packed {
  return Float32Array.from(shapes, ({ bounds }) => longerSide(bounds))
}
