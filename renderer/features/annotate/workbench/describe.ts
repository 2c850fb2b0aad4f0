import { type PlacedShape, shapeBounds } from '#common/annotation/shape'
import type { ShapeId } from '#common/ids'
import { angleText } from '#renderer/tools/turn'
import { type NamedShape, shapeName, sizeText } from './shape-names.ts'

export const KIND_NAMES: Readonly<Record<PlacedShape['kind'], string>> = {
  box: 'Box',
  'rotated-box': 'Rotated box',
  polygon: 'Polygon',
  polyline: 'Line',
  point: 'Point',
  mask: 'Mask',
  keypoints: 'Keypoints',
}

interface Among {
  /** What stands before: "Drawn: ". */
  readonly lead: string
  readonly shapes: readonly NamedShape[]
}

/** "120×80 " and the like; a point has none. */
function extentText(shape: PlacedShape): string {
  if (shape.kind === 'point') return ''
  return shape.kind === 'rotated-box'
    ? `${sizeText(shape)}, turned by ${angleText(shape.box.angle)}, `
    : `${sizeText(shape)} `
}

/** For the live region: "Box, Car 3, 120×80 at 340, 512, 3 of 17". */
export function describeShapes(ids: readonly ShapeId[], { lead, shapes }: Among): string {
  if (ids.length === 0) return 'Nothing selected'
  if (ids.length > 1) return `${lead}${ids.length} shapes`
  const place = shapes.findIndex(({ shape }) => shape.id === ids[0])
  const named = shapes[place]
  if (!named) return ''
  const { x0, y0 } = shapeBounds(named.shape)
  const at = `${Math.round(x0)}, ${Math.round(y0)}`
  return `${lead}${KIND_NAMES[named.shape.kind]}, ${shapeName(named)}, ${extentText(named.shape)}at ${at}, ${place + 1} of ${shapes.length}`
}
