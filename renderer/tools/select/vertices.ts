import type { Change } from '#common/annotation/edit'
import { editName } from '#common/annotation/edit-name'
import { type Box, boxContains } from '#common/geometry/box'
import { extentOf } from '#common/geometry/extent'
import { at, type Ring, type Rings, ringsContain } from '#common/geometry/polygon'
import { type ImagePoint, imagePoint } from '#common/geometry/space'
import type { Message } from '#common/messages/template'
import { REACH } from '#renderer/canvas/looks'
import { type Corner, cornerAt, withInserted } from '#renderer/canvas/outline'
import { clampMove } from '../frame.ts'
import { type OutlineShape, outlineRings, withOutline } from '../outlines/outline-shape.ts'
import { placedPoint } from '../snap/snap.ts'
import type { Pull, ToolContext } from '../tool.ts'
import { allCorners, type Erasing, hasCorner } from './state.ts'
import { weldedChanges, weldedEdges, weldedTo } from './weld.ts'

interface Point {
  readonly x: number
  readonly y: number
}

/** The outline, and all that is welded to it, with vertices pulled by one of them. That one snaps; the others keep their distance. */
export function pulledCorners(
  shape: OutlineShape,
  { corners, grip }: { readonly corners: readonly Corner[]; readonly grip: Corner },
  { pull: { from, to, keys }, context }: { readonly pull: Pull; readonly context: ToolContext },
): readonly Change[] {
  const start = cornerAt(outlineRings(shape), grip)
  if (!start) return []
  const welded = weldedTo(shape, corners, context)
  const except = new Set([shape.id, ...welded.map(({ shape: { id } }) => id)])
  const wanted = imagePoint(start.x + to.x - from.x, start.y + to.y - from.y)
  const target = placedPoint(wanted, context, { alt: keys.alt, except })
  const by = { x: target.x - start.x, y: target.y - start.y }
  // Alone it lands where it is pulled, to the last digit.
  if (corners.length === 1) return movedTo(shape, corners, { placeOf: () => target, welded })
  return movedCorners(shape, corners, { by, context })
}

/** Vertices moved as far as the image goes. */
export function movedCorners(
  shape: OutlineShape,
  corners: readonly Corner[],
  { by, context }: { readonly by: Point; readonly context: ToolContext },
): readonly Change[] {
  const rings = outlineRings(shape)
  const places = corners.flatMap((corner) => cornerAt(rings, corner) ?? [])
  const move = clampMove(boundsOf(places), by, context.frame)
  const placeOf = ({ x, y }: Point) => imagePoint(tidy(x + move.x), tidy(y + move.y))
  return movedTo(shape, corners, { placeOf, welded: weldedTo(shape, corners, context) })
}

interface Moving {
  readonly placeOf: (before: Point) => ImagePoint
  readonly welded: ReturnType<typeof weldedTo>
}

function movedTo(shape: OutlineShape, corners: readonly Corner[], { placeOf, welded }: Moving): readonly Change[] {
  const rings = outlineRings(shape)
  const after = withOutline(shape, withPlaces(rings, corners, placeOf))
  const isSame = outlineRings(after).every((ring, i) => ring.every((value, place) => value === rings[i]?.[place]))
  return isSame ? [] : [{ before: shape, after }, ...weldedChanges(welded, placeOf)]
}

function withPlaces(rings: Rings, corners: readonly Corner[], placeOf: (before: Point) => ImagePoint): Rings {
  const changed = rings.map((ring) => [...ring])
  for (const { ring, point } of corners) {
    const flat = changed[ring]
    if (!flat || point * 2 + 1 >= flat.length) continue
    const { x, y } = placeOf({ x: at(flat, point * 2), y: at(flat, point * 2 + 1) })
    flat.splice(point * 2, 2, x, y)
  }
  return changed
}

/** Sums of decimals leave dust behind the sixth place. */
function tidy(value: number): number {
  return Math.round(value * 1e6) / 1e6
}

function boundsOf(places: readonly Point[]): Box {
  const [x, y] = [extentOf(places.map((place) => place.x)), extentOf(places.map((place) => place.y))]
  return { x0: x.least, y0: y.least, x1: x.most, y1: y.most }
}

/** A new vertex between two others; where an edge is welded to this one it gets the same. */
export function insertedCorner(
  shape: OutlineShape,
  after: Corner,
  { to, alt, context }: { readonly to: ImagePoint; readonly alt: boolean; readonly context: ToolContext },
): readonly Change[] {
  const welded = weldedEdges(shape, after, context)
  const except = new Set([shape.id, ...welded.map(({ shape: { id } }) => id)])
  const place = placedPoint(to, context, { alt, except })
  return [{ shape, after }, ...welded].map(({ shape: before, after: edge }) => ({
    before,
    after: withOutline(before, withInserted(outlineRings(before), edge, place)),
  }))
}

/** The vertices in a box, where they are some of the outline and not all. */
export function cornersIn(shape: OutlineShape, box: Box): readonly Corner[] {
  const all = allCorners(shape)
  const rings = outlineRings(shape)
  const closed = { ...box, x1: box.x1 + 1e-9, y1: box.y1 + 1e-9 }
  return all.filter((corner) => {
    const place = cornerAt(rings, corner)
    return place !== undefined && boxContains(closed, place)
  })
}

/** All vertices that the pointer has come over since it was last seen go too. */
export function erasedAlong(state: Erasing, to: ImagePoint, scale: number): Erasing {
  const rings = outlineRings(state.shape)
  const reach = REACH.handle / scale
  const touched = allCorners(state.shape).filter((corner) => {
    const place = cornerAt(rings, corner)
    return place !== undefined && !hasCorner(state.erased, corner) && distanceFrom(place, state.to, to) <= reach
  })
  return { ...state, to, erased: [...state.erased, ...touched] }
}

function distanceFrom({ x, y }: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squared))
  return Math.hypot(from.x + share * dx - x, from.y + share * dy - y)
}

/** The outline without vertices: three stay of a polygon and two of a line, but a hole goes whole. None where nothing can go. */
export function withoutCorners(shape: OutlineShape, corners: readonly Corner[]): readonly Change[] {
  const rings = outlineRings(shape)
  const least = shape.kind === 'polygon' ? 3 : 2
  const left = rings.flatMap((ring, index) => {
    const gone = [...new Set(corners.filter((corner) => corner.ring === index).map(({ point }) => point))]
    const isWhole = ring.length / 2 - gone.length < least
    if (isWhole && isHole(rings, index)) return []
    return [without(ring, isWhole ? gone.slice(0, ring.length / 2 - least) : gone)]
  })
  const isSame = left.length === rings.length && left.every((ring, i) => ring.length === rings[i]?.length)
  return isSame ? [] : [{ before: shape, after: withOutline(shape, left) }]
}

function without(ring: Ring, points: readonly number[]): Ring {
  const gone = new Set(points)
  return ring.filter((_, i) => !gone.has(Math.floor(i / 2)))
}

function isHole(rings: Rings, index: number): boolean {
  const ring = rings[index]
  return (
    ring !== undefined &&
    rings.length > 1 &&
    ringsContain(rings.toSpliced(index, 1), { x: at(ring, 0), y: at(ring, 1) })
  )
}

/** "Delete vertex", "Delete 4 vertices". */
export function erasingLabel(changes: readonly Change[]): Message {
  const gone = changes.reduce((sum, { before, after }) => sum + countOf(before) - countOf(after), 0)
  return editName('edit-delete-vertices', { count: gone })
}

function countOf(shape: Change['before']): number {
  if (shape?.kind === 'polyline') return shape.points.length / 2
  return shape?.kind === 'polygon' ? shape.rings.reduce((sum, ring) => sum + ring.length / 2, 0) : 0
}
