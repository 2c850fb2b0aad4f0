import type { Edit } from '#common/annotation/edit'
import { editName, kindName } from '#common/annotation/edit-name'
import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import type { Box } from '#common/geometry/box'

/** A shape that a test knows to lie in the image. */
export function placed(shape: Shape | undefined): PlacedShape {
  if (shape && isPlaced(shape)) return shape
  throw new Error(shape ? `A shape of kind ${shape.kind} lies nowhere` : 'There is no shape')
}

export function boundsOf(shape: Shape | undefined): Box {
  return shapeBounds(placed(shape))
}

/** The gesture that draws a shape. */
export function drawing(shape: PlacedShape): Edit {
  return { label: editName('edit-draw', { kind: kindName(shape.kind) }), changes: [{ before: null, after: shape }] }
}
