import { at, type Ring, type Rings } from '#common/geometry/polygon'
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

/** What packing takes most of its time for, made for one shape and kept with it. */
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
  const outlines = shapes.map((shape) => pathsOf(shape, level))
  const points = outlines.flat().reduce((sum, { length }) => sum + length / 2, 0)
  const packed = new Float32Array(points * POINT_NUMBERS)
  let end = 0
  outlines.forEach((paths, row) => {
    for (const path of paths) end = packPath(packed, { path, row, start: end, origin: bounds })
  })
  return packed
}

/** Led in and led out. */
function pathsOf(shape: SceneShape, level: Level): Rings {
  if (shape.kind === 'polyline') return shape.rings.map(openPath)
  return ringsAt(outlineOf(shape), level).map((ring) => [...ring.slice(-2), ...ring, ...ring.slice(0, 4)])
}

/** The ring of a line runs there and back: the way there is enough, and nothing joins at its ends. */
function openPath(ring: Ring): Ring {
  const there = ring.slice(0, ring.length / 2 + 2)
  return [...there.slice(0, 2), ...there, ...there.slice(-2)]
}

interface PathPlace {
  readonly path: Ring
  readonly row: number
  readonly start: number
  readonly origin: { readonly x0: number; readonly y0: number }
}

function packPath(packed: Packed, { path, row, start, origin: { x0, y0 } }: PathPlace): number {
  const lastSegment = path.length - 2 * SEGMENT_POINTS
  let place = start
  let length = 0
  for (let from = 0; from < path.length; from += 2) {
    packed[place++] = at(path, from) - x0
    packed[place++] = at(path, from + 1) - y0
    packed[place++] = from <= lastSegment ? length : NO_SEGMENT
    packed[place++] = row
    if (from < lastSegment) length += segmentLength(path, from + 2)
  }
  return place
}

function segmentLength(ring: Ring, from: number): number {
  return Math.hypot(at(ring, from + 2) - at(ring, from), at(ring, from + 3) - at(ring, from + 1))
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
  return Float32Array.from(
    shapes.flatMap(({ bounds, skeleton }, row) => {
      const [x, y] = [(bounds.x0 + bounds.x1) / 2 - x0, (bounds.y0 + bounds.y1) / 2 - y0]
      const points = (skeleton?.points ?? []).filter(({ visibility }) => visibility > 0)
      const kinds = points.map((point) => [
        ...[point.x - x0, point.y - y0, point.visibility === 1 ? SPOT.hidden : SPOT.seen, row],
      ])
      return [x, y, SPOT.shape, row, ...kinds.flat()]
    }),
  )
}

/** The longer side of each shape, in image pixels. */
export function packSides(shapes: readonly SceneShape[]): Packed {
  return Float32Array.from(shapes, ({ bounds }) => longerSide(bounds))
}
