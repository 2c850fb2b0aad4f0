import type { Box } from '#common/geometry/box'
import type { Size } from '#common/geometry/space'
import { levelOf, type Pyramid } from './raster.ts'

/** A rectangle of pixels of one level of the pyramid. */
export interface Window extends Size {
  readonly level: number
  /** Its left edge on that level, in pixels. */
  readonly left: number
  readonly top: number
}

/** Returns the finest window around a box of image pixels that has at most `mostPixels`. */
export function windowAround(pyramid: Pyramid, box: Box, mostPixels: number): Window {
  let level = 0
  let window = windowOn(pyramid, box, level)
  while (window.width * window.height > mostPixels && level + 1 < pyramid.length) {
    level++
    window = windowOn(pyramid, box, level)
  }
  return window
}

/** Returns the pixels of a level that a box of image pixels touches. */
export function windowOn(pyramid: Pyramid, box: Box, level: number): Window {
  const { width, height } = levelOf(pyramid, level)
  const scale = 2 ** level
  const left = Math.min(width - 1, Math.max(0, Math.floor(box.x0 / scale)))
  const top = Math.min(height - 1, Math.max(0, Math.floor(box.y0 / scale)))
  const right = Math.max(left + 1, Math.min(width, Math.ceil(box.x1 / scale)))
  const bottom = Math.max(top + 1, Math.min(height, Math.ceil(box.y1 / scale)))
  return { level, left, top, width: right - left, height: bottom - top }
}

/** Returns the same part of the image one level finer. */
export function finer(pyramid: Pyramid, window: Window): Window {
  const { width, height } = levelOf(pyramid, window.level - 1)
  const [left, top] = [2 * window.left, 2 * window.top]
  return {
    level: window.level - 1,
    left,
    top,
    width: Math.min(width - left, 2 * window.width),
    height: Math.min(height - top, 2 * window.height),
  }
}

/** A point in the image, in pixels of its finest level. */
export interface Place {
  readonly x: number
  readonly y: number
}

/** Converts a point to pixels of the window. */
export function intoWindow({ level, left, top }: Window, { x, y }: Place): Place {
  return { x: x / 2 ** level - left, y: y / 2 ** level - top }
}

/** Returns a predicate for the pixels of a window that touch a box of the image. */
export function touching(window: Window, box: Box): (column: number, row: number) => boolean {
  const from = intoWindow(window, { x: box.x0, y: box.y0 })
  const to = intoWindow(window, { x: box.x1, y: box.y1 })
  return (column, row) => column + 1 > from.x && column < to.x && row + 1 > from.y && row < to.y
}
