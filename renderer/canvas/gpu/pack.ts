import { at, type Ring } from '#common/geometry/polygon'
import { outlineOf } from '../mask/borders.ts'
import type { SceneShape } from '../scene.ts'
import { longerSide } from '../still/detail.ts'
import { type Level, ringsAt } from '../still/levels.ts'
import type { Form } from './chunks.ts'
import { POINT_NUMBERS } from './mesh.ts'
import { SPOT } from './shaders/spot.ts'
import { trianglesOf } from './triangulate.ts'

/** Coordinates are relative to the corner of the form's bounds, so that single precision is enough. */
type Packed = Float32Array<ArrayBuffer>

/** Points that one segment reads: the one before it, its two ends, and the one after it. */
export const SEGMENT_POINTS = 4

/** Marks a point at which no segment starts. */
const NO_SEGMENT = -1

/** The most expensive part of packing; the result is cached for each shape. */
export const PREPARE = {
  outlines: (shape: SceneShape, level: Level) => void ringsAt(outlineOf(shape), level),
  fill: ({ rings }: SceneShape, level: Level) => void trianglesOf(ringsAt(rings, level)),
} as const

/**
 * Packs outlines one after the other. A point is x, y, the length of the line up to it, and the row of its shape. A
 * segment is read from four consecutive points, so each ring is preceded by its last point and followed by its first
 * two. No segment starts at the last three points of a ring.
 */
export function packOutlines({ shapes, bounds }: Form, level: Level): Packed {
  const paths = shapes.flatMap((shape, row) => pathsOf(shape, { row, level }))
  const packed = new Float32Array(paths.reduce((sum, { points }) => sum + points, 0) * POINT_NUMBERS)
  let end = 0
  for (const path of paths) end = packPath(packed, { path, start: end, origin: bounds })
  return packed
}

/** A view of the points of a ring. Nothing is copied, since a gesture packs hundreds of outlines again. */
interface Path {
  readonly ring: Ring
  readonly row: number
  /** Number of points, including the repeated ones at both ends. */
  readonly points: number
  /** Returns the index in the ring of a point of the path. */
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

/** The ring of an open line runs there and back. The first half is enough, and its ends join nothing. */
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

/** `Math.hypot` takes ten times as long, because it handles values that no image has. */
function sideLength(ring: Ring, from: number, to: number): number {
  const [dx, dy] = [at(ring, to) - at(ring, from), at(ring, to + 1) - at(ring, from + 1)]
  return Math.sqrt(dx * dx + dy * dy)
}

/**
 * Packs the insides of all shapes except masks, which are drawn pixel by pixel: x, y and row per corner, three indices
 * per triangle.
 */
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

/** Packs the edges of skeletons. Each is four points of its own, so that it has no neighbors. */
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

/** Packs a dot for each shape, drawn when the shape is too small to see, and the keypoints: x, y, meaning, row. */
export function packSpots({ shapes, bounds: { x0, y0 } }: Form): Packed {
  const spots: number[] = []
  for (const [row, { bounds, skeleton }] of shapes.entries()) {
    spots.push((bounds.x0 + bounds.x1) / 2 - x0, (bounds.y0 + bounds.y1) / 2 - y0, SPOT.shape, row)
    for (const { x, y, visibility } of skeleton?.points ?? [])
      if (visibility > 0) spots.push(x - x0, y - y0, visibility === 1 ? SPOT.hidden : SPOT.seen, row)
  }
  return Float32Array.from(spots)
}

/** Returns the longer side of each shape, in image pixels. */
export function packSides(shapes: readonly SceneShape[]): Packed {
  return Float32Array.from(shapes, ({ bounds }) => longerSide(bounds))
}
