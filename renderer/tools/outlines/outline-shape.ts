import type { PlacedShape, PolygonShape, PolylineShape } from '#common/annotation/shape'
import type { Rings } from '#common/geometry/polygon'

/** A shape whose vertices can be edited one by one. */
export type OutlineShape = PolygonShape | PolylineShape

export function isOutline(shape: PlacedShape): shape is OutlineShape {
  return shape.kind === 'polygon' || shape.kind === 'polyline'
}

/** A line is one ring that is not closed. */
export function outlineRings(shape: OutlineShape): Rings {
  return shape.kind === 'polygon' ? shape.rings : [shape.points]
}

/** The shape with other vertices. What it was drawn from is no longer its outline. */
export function withOutline(shape: OutlineShape, rings: Rings): OutlineShape {
  const { drawn: _, ...rest } = shape
  if (rest.kind === 'polygon') return { ...rest, rings }
  return { ...rest, points: rings[0] ?? rest.points }
}
