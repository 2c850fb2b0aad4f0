import type { Change } from '#common/annotation/edit'
import { at } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import { type Corner, cornerAt, nearestCorner, withCorner } from '#renderer/canvas/outline'
import { isOutline, type OutlineShape, outlineRings, withOutline } from '../outlines/outline-shape.ts'
import type { ToolContext } from '../tool.ts'

/** Distance in pixels within which vertices of different shapes count as one. */
const SAME = 0.5

/** Vertices of another outline that move along with a vertex of this one. */
export interface Welded {
  readonly shape: OutlineShape
  readonly pairs: readonly { readonly corner: Corner; readonly to: ImagePoint }[]
}

/** Returns the vertices of other outlines that move along; none while welding is off. Locked shapes stay. */
export function weldedTo(shape: OutlineShape, corners: readonly Corner[], context: ToolContext): readonly Welded[] {
  if (!context.welds) return []
  const rings = outlineRings(shape)
  const places = corners.flatMap((corner) => cornerAt(rings, corner) ?? [])
  const found = places.flatMap((to) =>
    neighboursAt(shape, to, context).flatMap((other) => {
      const corner = nearestCorner(outlineRings(other), to, SAME)
      return corner ? [{ other, corner, to }] : []
    }),
  )
  return [...Map.groupBy(found, ({ other }) => other)].map(([other, pairs]) => ({ shape: other, pairs }))
}

/** Applies the same moves to welded vertices, each from the shared position. */
export function weldedChanges(
  welded: readonly Welded[],
  placeOf: (before: ImagePoint) => ImagePoint,
): readonly Change[] {
  return welded.map(({ shape, pairs }) => {
    const rings = pairs.reduce((all, { corner, to }) => withCorner(all, corner, placeOf(to)), outlineRings(shape))
    return { before: shape, after: withOutline(shape, rings) }
  })
}

interface WeldedEdge {
  readonly shape: OutlineShape
  readonly after: Corner
}

/** Returns the edges of other outlines with the same end points. */
export function weldedEdges(shape: OutlineShape, after: Corner, context: ToolContext): readonly WeldedEdge[] {
  const rings = outlineRings(shape)
  const flat = rings[after.ring]
  const start = cornerAt(rings, after)
  if (!context.welds || !flat || !start) return []
  const next = (after.point * 2 + 2) % flat.length
  const end = imagePoint(at(flat, next), at(flat, next + 1))
  return neighboursAt(shape, start, context).flatMap((other) => {
    const edge = edgeBetween(other, start, end)
    return edge ? [{ shape: other, after: edge }] : []
  })
}

function edgeBetween(shape: OutlineShape, a: ImagePoint, b: ImagePoint): Corner | undefined {
  const rings = outlineRings(shape)
  const [from, to] = [nearestCorner(rings, a, SAME), nearestCorner(rings, b, SAME)]
  if (!from || !to || from.ring !== to.ring) return undefined
  const count = (rings[from.ring]?.length ?? 0) / 2
  if ((from.point + 1) % count === to.point) return from
  return (to.point + 1) % count === from.point ? to : undefined
}

function neighboursAt(shape: OutlineShape, { x, y }: ImagePoint, context: ToolContext): readonly OutlineShape[] {
  const around = { x0: x - SAME, y0: y - SAME, x1: x + SAME, y1: y + SAME }
  return context.within(around, 'touching').flatMap((id) => {
    const other = id === shape.id ? undefined : context.shape(id)
    return other && isOutline(other) && other.isLocked !== true ? [other] : []
  })
}
