import { type Refusal, refuse } from '#common/errors'
import { ok, type Result } from '#common/result'
import type { FilePlace } from '../../labels/kit/places.ts'

type Vertex = readonly [number, number]

/** Straight pieces for each curve: none is a pixel off where it bends over some hundreds of them. */
const PIECES = 16

/** The points of an outline as a flat list: `L` is a corner, and three `C` in a row are a cubic curve from the point before. */
export function curveThrough(
  vertices: readonly Vertex[],
  types: string,
  place: FilePlace,
): Result<readonly number[], Refusal> {
  const points: Vertex[] = []
  for (let at = 0; at < vertices.length; at += 1) {
    const [vertex, before] = [vertices[at], points.at(-1)]
    if (vertex === undefined) break
    if (types[at] !== 'C' || before === undefined) points.push(vertex)
    else {
      const [second, end] = [vertices[at + 1], vertices[at + 2]]
      if (second === undefined || end === undefined) return refuse('curve-incomplete', { place })
      points.push(...onCurve([before, vertex, second, end]))
      at += 2
    }
  }
  return ok(points.flat())
}

/** Without its first point, and with its last. */
function onCurve([a, b, c, d]: readonly [Vertex, Vertex, Vertex, Vertex]): readonly Vertex[] {
  return Array.from({ length: PIECES }, (_, index): Vertex => {
    const t = (index + 1) / PIECES
    const along = (axis: 0 | 1) =>
      (1 - t) ** 3 * a[axis] + 3 * (1 - t) ** 2 * t * b[axis] + 3 * (1 - t) * t ** 2 * c[axis] + t ** 3 * d[axis]
    return [along(0), along(1)]
  })
}
