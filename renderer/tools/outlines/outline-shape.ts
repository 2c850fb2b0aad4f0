import type { PlacedShape, PolygonShape, PolylineShape } from '#common/annotation/shape'
import type { Rings } from '#common/geometry/polygon'

/** A shape whose vertices can be edited one by one. */
export type OutlineShape = PolygonShape | PolylineShape

export function isOutline(shape: PlacedShape): shape is OutlineShape {
  return shape.kind === 'polygon' || shape.kind === 'polyline'
}

/** Returns the rings of a shape; a line is one open ring. */
export function outlineRings(shape: OutlineShape): Rings {
  return shape.kind === 'polygon' ? shape.rings : [shape.points]
}

/** Returns the shape with other vertices, without its outline before simplification. */
export function withOutline(shape: OutlineShape, rings: Rings): OutlineShape {
  const { drawn: _, ...rest } = shape
  if (rest.kind === 'polygon') return { ...rest, rings }
  return { ...rest, points: rings[0] ?? rest.points }
}
