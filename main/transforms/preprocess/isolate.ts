import { isPlaced, type PlacedShape, type Shape, shapeBounds } from '#common/annotation/shape'
import { type Box, clipBox } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { isOn } from '#common/versions/settings'
import { cutOut } from '../plan.ts'
import type { Part, PartingStep } from './definition.ts'

/** Makes an image of every object, with the object's class as its class: detection becomes classification. */
export const isolate: PartingStep = {
  key: 'isolate',
  parts(preprocessing, frame, shapes) {
    if (!isOn(preprocessing.isolate)) return undefined
    return shapes.flatMap((shape, part): Part[] => {
      const window = isPlaced(shape) ? outward(shape, frame) : undefined
      return window ? [{ part, cut: cutOut(frame, window, 'black'), of: shape }] : []
    })
  },
}

/** Returns the annotation of an isolated object's image. */
export function isolatedLabel({ id, classId, origin }: Shape): Shape {
  return { id, classId, z: 0, origin, kind: 'whole' }
}

function outward(shape: PlacedShape, frame: Size): Box | undefined {
  const { x0, y0, x1, y1 } = shapeBounds(shape)
  return clipBox({ x0: Math.floor(x0), y0: Math.floor(y0), x1: Math.ceil(x1), y1: Math.ceil(y1) }, frame)
}
