import { type Box, boxBetween } from '#common/geometry/box'
import { type ImagePoint, imagePoint, type Size } from '#common/geometry/space'
import { SMALLEST } from './tool.ts'

/** Rounds to hundredths of a pixel: finer than any gesture, and short in files. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

export function clampPoint(point: ImagePoint, frame: Size): ImagePoint {
  return roundedPoint(inFrame(point, frame))
}

function inFrame({ x, y }: ImagePoint, { width, height }: Size): ImagePoint {
  return imagePoint(Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y)))
}

/** Limits a move so that the box stays in the image. */
export function clampMove(
  bounds: Box,
  by: { readonly x: number; readonly y: number },
  frame: Size,
): { x: number; y: number } {
  return {
    x: rounded(Math.min(frame.width - bounds.x1, Math.max(-bounds.x0, by.x))),
    y: rounded(Math.min(frame.height - bounds.y1, Math.max(-bounds.y0, by.y))),
  }
}

export interface Span {
  readonly from: ImagePoint
  readonly to: ImagePoint
  readonly isSquare: boolean
  readonly isCentred: boolean
}

/**
 * Returns the box that a drag spans: a square with Shift, centerd on its start with Alt, and always inside the image.
 */
export function spannedBox({ from, to, isSquare, isCentred }: Span, frame: Size): Box {
  const start = inFrame(from, frame)
  const end = inFrame(to, frame)
  const room = roomAround(start, end, { frame, isCentred })
  let [dx, dy] = [clampLength(end.x - start.x, room.width), clampLength(end.y - start.y, room.height)]
  if (isSquare) {
    const side = Math.min(Math.max(Math.abs(dx), Math.abs(dy)), room.width, room.height)
    dx = dx < 0 ? -side : side
    dy = dy < 0 ? -side : side
  }
  // Without a modifier, both corners keep their exact coordinates.
  if (!isCentred && !isSquare) return boxBetween(start, end)
  const opposite = isCentred ? imagePoint(start.x - dx, start.y - dy) : start
  return boxBetween(roundedPoint(opposite), roundedPoint(imagePoint(start.x + dx, start.y + dy)))
}

/** Returns how far the box can extend from its start within the image. */
function roomAround(
  start: ImagePoint,
  end: ImagePoint,
  { frame, isCentred }: { frame: Size; isCentred: boolean },
): Size {
  const [left, right] = [start.x, frame.width - start.x]
  const [up, down] = [start.y, frame.height - start.y]
  if (isCentred) return { width: Math.min(left, right), height: Math.min(up, down) }
  return { width: end.x < start.x ? left : right, height: end.y < start.y ? up : down }
}

function clampLength(length: number, room: number): number {
  return Math.min(room, Math.max(-room, length))
}

function roundedPoint({ x, y }: ImagePoint): ImagePoint {
  return imagePoint(rounded(x), rounded(y))
}

export function isTooSmall({ x0, y0, x1, y1 }: Box): boolean {
  return x1 - x0 < SMALLEST || y1 - y0 < SMALLEST
}

/** Returns whether a box is too thin to keep, such as that of a double click. */
export function isNothing({ x0, y0, x1, y1 }: Box): boolean {
  return x1 - x0 < 1 || y1 - y0 < 1
}
