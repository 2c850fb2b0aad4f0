import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'

/** Narrows a shape that a test knows to have a position. */
export function placed(shape: Shape | undefined): PlacedShape {
  if (shape && isPlaced(shape)) return shape
  throw new Error(shape ? `A shape of kind ${shape.kind} lies nowhere` : 'There is no shape')
}

export function boundsOf(shape: Shape | undefined): Box {
  return shapeBounds(placed(shape))
}
