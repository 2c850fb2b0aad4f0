import { type PlacedShape, shapeRings } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { shapesWithin } from '#renderer/canvas/picking'
import type { Scene } from '#renderer/canvas/scene'
import type { Neighbours } from '#renderer/tools/smart/finish'

/** Labels that own their pixels: outlines and masks, and whatever is locked. A box also holds what is not its object. */
const OWNERS: ReadonlySet<string> = new Set(['polygon', 'mask'])

interface Ground {
  readonly scene: Scene
  readonly hidden: ReadonlySet<ShapeId>
  readonly shape: (id: ShapeId) => PlacedShape | undefined
}

/** The labels on screen whose pixels a cut leaves alone. */
export function neighboursOf({ scene, hidden, shape: find }: Ground): Neighbours {
  return {
    version: scene,
    within: (bounds) =>
      shapesWithin(scene, bounds, 'touching').flatMap(({ id }) => {
        const shape = hidden.has(id) ? undefined : find(id)
        return shape && (shape.isLocked || OWNERS.has(shape.kind)) ? [shapeRings(shape)] : []
      }),
  }
}
