import { hasArea, isPlaced, type PlacedShape, shapeBounds, shapeRings } from '#common/annotation/shape'
import type { ExportImage } from '#common/exports/model'
import { clipBox } from '#common/geometry/box'
import { fillRings } from '#common/geometry/mask'
import { maskSpans } from '#common/geometry/mask-spans'
import { clipMask } from '#common/geometry/masks/mask-tiles'
import type { Size } from '#common/geometry/space'
import type { ClassList } from './class-names.ts'

/** More classes than this do not fit into 8 bits beside the background. */
const MOST_IN_A_BYTE = 255

/** For each pixel the number of the class that lies on top there, from 1; 0 where none does. Row by row. */
export function classMask(image: ExportImage, classes: ClassList): Uint8Array | Uint16Array {
  const { width, height } = image
  const pixels = width * height
  const values = classes.all.length > MOST_IN_A_BYTE ? new Uint16Array(pixels) : new Uint8Array(pixels)
  for (const shape of image.shapes.filter(isPlaced)) {
    paintShape({ values, width, height }, shape, classes.indexOf(shape.classId) + 1)
  }
  return values
}

/** One value for each pixel, row by row. */
export interface Layer<Values = Uint8Array | Uint16Array | Uint32Array> extends Size {
  readonly values: Values
}

/** Gives a value to the pixels whose center lies in the shape, over what they had. A line and a point have none. */
export function paintShape({ values, width, height }: Layer, shape: PlacedShape, value: number): void {
  if (!hasArea(shape)) return
  if (shape.kind === 'mask') {
    const spans = maskSpans(clipMask(shape.tiles, { width, height }))
    for (const { y, x0, x1 } of spans) values.fill(value, y * width + x0, y * width + x1)
    return
  }
  const bounds = clipBox(shapeBounds(shape), { width, height })
  if (bounds === undefined) return
  const mask = fillRings(shapeRings(shape), { width, height })
  const [first, last] = [Math.floor(bounds.y0) * width, Math.ceil(bounds.y1) * width]
  for (let i = first; i < last; i += 1) if (mask.data[i] === 1) values[i] = value
}
