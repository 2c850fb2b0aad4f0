import type { Box } from '#common/geometry/box'
import { TILE } from '#common/geometry/masks/tile-runs'
import type { Viewport } from '#common/geometry/space'
import type { MaskPart } from './parts.ts'
import { type Shrink, tileBitmap } from './tile-bitmaps.ts'

export interface MaskBrush {
  readonly viewport: Viewport
  /** Device pixels per view pixel. */
  readonly density: number
  /** Only tiles that touch this box of image pixels are drawn. */
  readonly sight: Box
  /** Opacity of the color over the image. */
  readonly fill: number
}

/** Paints the pixels of a mask in a flat color, tile by tile. */
export function paintMask(
  ctx: CanvasRenderingContext2D,
  { parts, color }: { readonly parts: readonly MaskPart[]; readonly color: string },
  brush: MaskBrush,
): void {
  const scale = brush.viewport.scale * brush.density
  const shrink = shrinkFor(scale)
  ctx.globalAlpha = brush.fill
  ctx.fillStyle = color
  ctx.imageSmoothingEnabled = scale < 1
  for (const part of parts) {
    if (!isInSight(part, brush.sight)) continue
    const { left, top, width, height } = placed(part, brush)
    const bitmap = tileBitmap(part.bits, color, shrink)
    if (bitmap === 'full') ctx.fillRect(left, top, width, height)
    else ctx.drawImage(bitmap, left, top, width, height)
  }
  ctx.globalAlpha = 1
}

/** Returns the coarsest resolution that has a pixel for each one on screen. */
function shrinkFor(scale: number): Shrink {
  if (scale > 0.5) return 0
  if (scale > 0.25) return 1
  return scale > 0.125 ? 2 : 3
}

function isInSight({ column, row }: MaskPart, { x0, y0, x1, y1 }: Box): boolean {
  const [left, top] = [column * TILE, row * TILE]
  return left < x1 && left + TILE > x0 && top < y1 && top + TILE > y0
}

/**
 * Returns the box in view pixels, with edges on whole device pixels: tiles that share a device pixel would show a seam.
 */
function placed({ column, row }: MaskPart, { viewport, density }: MaskBrush) {
  const { scale, offsetX, offsetY } = viewport
  const snap = (place: number) => Math.round(place * density) / density
  const [left, top] = [snap(column * TILE * scale + offsetX), snap(row * TILE * scale + offsetY)]
  const [right, bottom] = [snap((column + 1) * TILE * scale + offsetX), snap((row + 1) * TILE * scale + offsetY)]
  return { left, top, width: right - left, height: bottom - top }
}
