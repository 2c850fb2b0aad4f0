import { z } from 'zod'
import { isPlaced, Shape, shapeArea } from '#common/annotation/shape'

export interface ShapeRow {
  readonly id: string
  readonly class_id: string
  readonly z: number
  readonly origin: string
  readonly kind: string
  /** JSON: the box, the rings, or an object of what the kind says by name; an empty one for a class of the whole picture. */
  readonly geometry: string
}

export function toShape({ id, class_id, z, origin, kind, geometry }: ShapeRow): Shape {
  const form: unknown = JSON.parse(geometry)
  return Shape.parse({
    id,
    classId: class_id,
    z,
    origin,
    kind,
    ...(FIELDS.get(kind)?.(form) ?? StoredFields.parse(form)),
  })
}

/** What the column `geometry` holds of the kinds that it does not name the fields of. */
const FIELDS: ReadonlyMap<string, (form: unknown) => object> = new Map<string, (form: unknown) => object>([
  ['box', (box) => ({ box })],
  ['polygon', (rings) => ({ rings })],
])

const StoredFields = z.record(z.string(), z.unknown())

export function toShapeRow(shape: Shape): ShapeRow & { readonly area: number } {
  const { id, classId: class_id, z, origin, kind } = shape
  const geometry = JSON.stringify(formOf(shape))
  return { id, class_id, z, origin, kind, geometry, area: isPlaced(shape) ? shapeArea(shape) : 0 }
}

function formOf(shape: Shape): unknown {
  switch (shape.kind) {
    case 'box':
      return shape.box
    case 'polygon':
      return shape.rings
    case 'rotated-box':
      return { box: shape.box }
    case 'polyline':
      return { points: shape.points }
    case 'point':
      return { at: shape.at }
    case 'mask':
      return { tiles: shape.tiles }
    case 'keypoints':
      return { box: shape.box, points: shape.points }
    case 'whole':
      return {}
    case 'text':
      return { prompt: shape.prompt, answer: shape.answer }
  }
}
