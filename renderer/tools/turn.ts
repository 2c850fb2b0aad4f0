import { marksOf } from '#common/annotation/marks'
import type { BoxShape, PlacedShape, RotatedBoxShape } from '#common/annotation/shape'
import { type Box, boxBetween } from '#common/geometry/box'
import { asRotatedBox, normalAngle, type RotatedBox } from '#common/geometry/rotated-box'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import type { OverlayItem } from '#renderer/canvas/overlay/overlay'
import { decimal } from '#renderer/words/format'
import { clampPoint, rounded } from './frame.ts'
import type { Pull, Side } from './tool.ts'

type Point = { readonly x: number; readonly y: number }
type Turnable = BoxShape | RotatedBoxShape

/** View pixels from the middle of the top edge to the rotation handle. */
const HANDLE_ROOM = 20

/** Shift limits the angle to multiples of this, in degrees. */
const SNAP = 15

export function isTurnable(shape: PlacedShape): shape is Turnable {
  return shape.kind === 'box' || shape.kind === 'rotated-box'
}

/** Returns the box of a shape, upright or rotated. */
export function boxOf(shape: Turnable): RotatedBox {
  return shape.kind === 'box' ? asRotatedBox(shape.box) : shape.box
}

/** Returns the point at half sides from the center of a box: −1, −1 is the object's top left corner. */
export function placeOn(box: RotatedBox, x: number, y: number): ImagePoint {
  return toImage(box, { x: (x * box.width) / 2, y: (y * box.height) / 2 })
}

/** Returns the position of the rotation handle. */
export function turnHandle(box: RotatedBox, scale: number): ImagePoint {
  return toImage(box, { x: 0, y: -box.height / 2 - HANDLE_ROOM / scale })
}

/** Rotates a box by degrees about its center. An upright box becomes a rotated one with the same size. */
export function turnedBy(shape: Turnable, degrees: number): RotatedBoxShape {
  const { id, classId, z, origin } = shape
  const box = boxOf(shape)
  return {
    id,
    classId,
    z,
    origin,
    ...marksOf(shape),
    kind: 'rotated-box',
    box: { ...box, angle: rounded(normalAngle(box.angle + degrees)) },
  }
}

/** Rotates a box as the pointer moves around its center; with Shift in steps. */
export function turnedTo(shape: Turnable, { from, to, keys }: Pull): Turnable {
  const { center, angle } = boxOf(shape)
  const by = directionOf(center, to) - directionOf(center, from)
  const wanted = angle + by
  const turn = keys.shift ? Math.round(wanted / SNAP) * SNAP - angle : by
  return normalAngle(turn) === 0 ? shape : turnedBy(shape, turn)
}

/** Drags a handle along the box's own sides; the opposite side stays. Shift keeps the proportions, Alt the center. */
export function resizedRotatedBox(
  box: RotatedBox,
  { x, y }: { readonly x: Side; readonly y: Side },
  { pull: { from, to, keys }, frame }: { pull: Pull; frame: Size },
): RotatedBox {
  const [start, end] = [toBox(box, from), toBox(box, to)]
  const growth = keys.alt ? 2 : 1
  const wanted = {
    width: box.width + x * (end.x - start.x) * growth,
    height: box.height + y * (end.y - start.y) * growth,
  }
  const size = keys.shift ? proportional(box, wanted, { x, y }) : wanted
  const [width, height] = [Math.max(1, size.width), Math.max(1, size.height)]
  const shift = keys.alt ? 0 : 0.5
  const center = toImage(box, { x: x * shift * (width - box.width), y: y * shift * (height - box.height) })
  return settled({ ...box, center, width, height }, frame)
}

/** Grows or shrinks a box by whole pixels at its own right and bottom sides. */
export function grownBox(shape: Turnable, by: Point, frame: Size): Turnable {
  if (shape.kind === 'box') {
    const { x0, y0, x1, y1 } = shape.box
    const end = clampPoint(imagePoint(Math.max(x0 + 1, x1 + by.x), Math.max(y0 + 1, y1 + by.y)), frame)
    return { ...shape, box: boxBetween(imagePoint(x0, y0), end) }
  }
  const { box } = shape
  const [width, height] = [Math.max(1, box.width + by.x), Math.max(1, box.height + by.y)]
  const center = toImage(box, { x: (width - box.width) / 2, y: (height - box.height) / 2 })
  return { ...shape, box: settled({ ...box, center, width, height }, frame) }
}

/** Rounds a box, and keeps its center in the image. */
function settled({ center, width, height, angle }: RotatedBox, frame: Size): RotatedBox {
  const { x, y } = clampPoint(imagePoint(center.x, center.y), frame)
  return { center: { x, y }, width: rounded(width), height: rounded(height), angle }
}

/** Keeps the proportions; the larger change decides. */
function proportional(box: Size, size: Size, { x, y }: { readonly x: Side; readonly y: Side }): Size {
  const [byX, byY] = [size.width / box.width, size.height / box.height]
  const factor = y === 0 || (x !== 0 && Math.abs(byX - 1) > Math.abs(byY - 1)) ? byX : byY
  return { width: box.width * factor, height: box.height * factor }
}

/** Returns the part of a shape that a move must keep in the image: for a rotated box only its center. */
export function anchorOf(shape: PlacedShape, bounds: Box): Box {
  if (shape.kind !== 'rotated-box') return bounds
  const { x, y } = shape.box.center
  return { x0: x, y0: y, x1: x, y1: y }
}

/** Converts from the box's own axes, with its center as origin, to image coordinates. */
function toImage({ center, angle }: RotatedBox, { x, y }: Point): ImagePoint {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  return imagePoint(center.x + x * cos - y * sin, center.y + x * sin + y * cos)
}

/** Converts from image coordinates to the box's own axes. */
function toBox({ center, angle }: RotatedBox, { x, y }: Point): Point {
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
  const [dx, dy] = [x - center.x, y - center.y]
  return { x: dx * cos + dy * sin, y: dy * cos - dx * sin }
}

/** Returns degrees clockwise on screen, from the positive x axis. */
function directionOf(from: Point, to: Point): number {
  return (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI
}

/** Formats an angle to tenths of a degree, such as "−12.5°". */
export function angleText(degrees: number): string {
  const tenths = Math.round(degrees * 10) || 0
  return `${decimal(tenths / 10, tenths % 10 === 0 ? 0 : 1).replace('-', '−')}°`
}

/** Distance from the pointer, outside the gap of the crosshair, in view pixels. */
const TAG_GAP = 16

/** Returns a tag with the angle next to an image point. */
export function angleTag({ x, y }: Point, degrees: number, color: string): OverlayItem {
  const bounds = { x0: x, y0: y, x1: x, y1: y }
  return { kind: 'tag', bounds, color, isRepeated: false, text: angleText(degrees), gap: TAG_GAP }
}
