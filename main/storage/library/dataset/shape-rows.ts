import { z } from 'zod'
import { marksOf } from '#common/annotation/marks'
import { isPlaced, type PlacedShape, Shape, shapeArea, shapeBounds } from '#common/annotation/shape'
import { boxRing } from '#common/geometry/box'
import { message } from '#common/messages/message'
import { DamagedRowError } from '#core/damaged-row'
import { storedRow } from '../../kit/stored-row.ts'

export interface ShapeRow {
  readonly id: string
  readonly class_id: string
  readonly z: number
  readonly origin: string
  readonly kind: string
  /** JSON: the box, the rings, or an object of what the kind says by name; an empty one for a class of the whole image. */
  readonly geometry: string
  /** JSON: `Marks`. */
  readonly marks: string
}

export function toShape({ id, class_id, z, origin, kind, geometry, marks }: ShapeRow): Shape {
  const form: unknown = JSON.parse(geometry)
  const shape = Shape.parse({
    id,
    classId: class_id,
    z,
    origin,
    kind,
    ...(marks === NO_MARKS ? {} : StoredFields.parse(JSON.parse(marks))),
    ...(FIELDS.get(kind)?.(form) ?? StoredFields.parse(form)),
  })
  if (isFarOutside(shape)) throw new DamagedRowError(message('row-annotation'))
  return shape
}

/** Farther from the corner of an image than any image reaches: no edit and no file puts a label there. */
function isFarOutside(shape: Shape): boolean {
  return isPlaced(shape) && placesOf(shape).some((coordinate) => Math.abs(coordinate) > MAX_COORDINATE)
}

function placesOf(shape: PlacedShape): readonly number[] {
  switch (shape.kind) {
    case 'rotated-box':
      return [shape.box.center.x, shape.box.center.y]
    case 'keypoints':
      return [...boxRing(shape.box), ...shape.points.flatMap(({ x, y }) => [x, y])]
    case 'mask':
      // Its tiles have places on a grid that ends there.
      return []
    case 'box':
    case 'polygon':
    case 'polyline':
    case 'point':
      return boxRing(shapeBounds(shape))
  }
}

/** In pixels; where the grid of masks ends as well. */
const MAX_COORDINATE = 1_048_832

/** The same for a label of an image that is named where it is damaged. */
export function labelOf({ name }: { readonly name: string }): (row: ShapeRow) => Shape {
  return storedRow(() => message('row-image', { name }), toShape)
}

/** The field that column `geometry` holds, for kinds whose fields it does not name. */
const FIELDS: ReadonlyMap<string, (form: unknown) => object> = new Map<string, (form: unknown) => object>([
  ['box', (box) => ({ box })],
  ['polygon', (rings) => ({ rings })],
])

/** Of almost every label. */
export const NO_MARKS = '{}'

const StoredFields = z.record(z.string(), z.unknown())

export function toShapeRow(shape: Shape): ShapeRow & { readonly area: number } {
  const { id, classId: class_id, z, origin, kind } = shape
  const geometry = JSON.stringify(formOf(shape))
  const marks = JSON.stringify(marksOf(shape))
  return { id, class_id, z, origin, kind, geometry, marks, area: isPlaced(shape) ? shapeArea(shape) : 0 }
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
