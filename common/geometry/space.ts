import { brand } from '../border.ts'

declare const space: unique symbol

/** A point tagged with its coordinate space, so that only conversion functions can change it. */
interface PointIn<Space extends string> {
  readonly x: number
  readonly y: number
  readonly [space]: Space
}

/** Pixels of the displayed (EXIF-oriented) image, continuous: pixel (c, r) covers [c, c+1) × [r, r+1). */
export type ImagePoint = PointIn<'image'>

/** CSS pixels of the canvas element, origin at its top left. */
export type ViewPoint = PointIn<'view'>

/** Width and height in pixels of the space in question. */
export interface Size {
  readonly width: number
  readonly height: number
}

export function imagePoint(x: number, y: number): ImagePoint {
  return brand<ImagePoint>({ x, y })
}

export function viewPoint(x: number, y: number): ViewPoint {
  return brand<ViewPoint>({ x, y })
}

/** Position of the image in a view: `view = image · scale + offset`. Scale is in view pixels per image pixel. */
export interface Viewport {
  readonly scale: number
  readonly offsetX: number
  readonly offsetY: number
}

export function toView(point: ImagePoint, { scale, offsetX, offsetY }: Viewport): ViewPoint {
  return viewPoint(point.x * scale + offsetX, point.y * scale + offsetY)
}

export function toImage(point: ViewPoint, { scale, offsetX, offsetY }: Viewport): ImagePoint {
  return imagePoint((point.x - offsetX) / scale, (point.y - offsetY) / scale)
}
