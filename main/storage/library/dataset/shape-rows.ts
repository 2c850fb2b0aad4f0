import { Shape, shapeArea } from '#common/annotation/shape'

export interface ShapeRow {
  readonly id: string
  readonly class_id: string
  readonly z: number
  readonly origin: string
  readonly kind: string
  /** JSON: the box, or the rings. */
  readonly geometry: string
}

export function toShape({ id, class_id, z, origin, kind, geometry }: ShapeRow): Shape {
  const form: unknown = JSON.parse(geometry)
  return Shape.parse({ id, classId: class_id, z, origin, kind, ...(kind === 'box' ? { box: form } : { rings: form }) })
}

export function toShapeRow(shape: Shape): ShapeRow & { readonly area: number } {
  const { id, classId: class_id, z, origin, kind } = shape
  const geometry = JSON.stringify(shape.kind === 'box' ? shape.box : shape.rings)
  return { id, class_id, z, origin, kind, geometry, area: shapeArea(shape) }
}
