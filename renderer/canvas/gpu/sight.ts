import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import { visibleBox } from '../viewport.ts'

/** Position of the view over the image, as the numbers that shaders take. */
export interface Sight {
  readonly viewport: Viewport
  /** Half the size of the canvas in device pixels: x, y. */
  readonly half: readonly [number, number]
  /** Device pixels per image pixel. */
  readonly scale: number
  /** Device pixels per view pixel. */
  readonly density: number
  /** The image point at the center of the canvas, in double precision. */
  readonly middle: { readonly x: number; readonly y: number }
  /** The visible part of the image plane. */
  readonly visible: Box
}

export function sightOf(viewport: Viewport, canvas: Size, density: number): Sight {
  const half = [canvas.width / 2, canvas.height / 2] as const
  const scale = viewport.scale * density
  return {
    viewport,
    half,
    scale,
    density,
    middle: {
      x: half[0] / scale - viewport.offsetX / viewport.scale,
      y: half[1] / scale - viewport.offsetY / viewport.scale,
    },
    visible: visibleBox(viewport, { width: canvas.width / density, height: canvas.height / density }),
  }
}

/** Returns the box in device pixels from the center of the canvas: left, top, right, bottom. */
export function placedBox(
  { x0, y0, x1, y1 }: Box,
  { middle, scale }: Sight,
): readonly [number, number, number, number] {
  return [(x0 - middle.x) * scale, (y0 - middle.y) * scale, (x1 - middle.x) * scale, (y1 - middle.y) * scale]
}
