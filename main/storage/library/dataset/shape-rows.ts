import { z } from 'zod'
import { isPlaced, Shape, shapeArea } from '#common/annotation/shape'

export interface ShapeRow {
  readonly id: string
  readonly class_id: string
  readonly z: number
  readonly origin: string
  readonly kind: string
  /** JSON: the box, the rings, the box and the points, or the texts; an empty object for a class of the whole picture. */
  readonly geometry: string
}

export function toShape({ id, class_id, z, origin, kind, geometry }: ShapeRow): Shape {
  const form: unknown = JSON.parse(geometry)
  return Shape.parse({ id, classId: class_id, z, origin, kind, ...FIELDS.get(kind)?.(form) })
}

/** What the column `geometry` holds of each kind, in the names of a shape. */
const FIELDS: ReadonlyMap<string, (form: unknown) => object> = new Map<string, (form: unknown) => object>([
  ['box', (box) => ({ box })],
  ['polygon', (rings) => ({ rings })],
  ['keypoints', (form) => StoredFields.parse(form)],
  ['text', (form) => StoredFields.parse(form)],
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
    case 'keypoints':
      return { box: shape.box, points: shape.points }
    case 'whole':
      return {}
    case 'text':
      return { prompt: shape.prompt, answer: shape.answer }
  }
}
