import type { Box } from '#common/geometry/box'
import type { Size, Viewport } from '#common/geometry/space'
import { INK } from '../looks.ts'
import type { Adjustments } from '../still/adjust.ts'
import { GRID_FROM, SHARP_FROM } from '../still/magnified.ts'
import { hasPixels, type ImagePart } from '../still/renderer.ts'
import { visibleBox } from '../viewport.ts'
import { adjustPixels } from './adjust-pixels.ts'

export interface ImageLook {
  readonly viewport: Viewport
  readonly view: Size
  /** Device pixels per view pixel. */
  readonly density: number
  readonly frame: Size
  readonly parts: readonly ImagePart[]
  readonly adjust: Adjustments
  readonly sharpFrom?: number | undefined
  readonly color: string
}

export function paintImage(ctx: CanvasRenderingContext2D, image: ImageLook): void {
  const { viewport, frame, parts, color, sharpFrom = SHARP_FROM } = image
  const { scale } = viewport
  if (parts.length === 0) {
    const { left, top, width, height } = placed({ x0: 0, y0: 0, x1: frame.width, y1: frame.height }, image)
    ctx.fillStyle = color
    ctx.fillRect(left, top, width, height)
  }
  ctx.imageSmoothingEnabled = scale < sharpFrom
  ctx.imageSmoothingQuality = scale < 1 ? 'high' : 'medium'
  for (const { bitmap, box } of parts.filter(hasPixels)) {
    const { left, top, width, height } = placed(box, image)
    ctx.drawImage(bitmap, left, top, width, height)
  }
  if (parts.length > 0) adjustPixels(ctx, image.adjust, image)
  if (scale >= GRID_FROM) paintGrid(ctx, image)
}

/**
 * Returns the box in view pixels, with edges on whole device pixels: tiles that share a device pixel would let the
 * background through.
 */
function placed(box: Box, { viewport, density }: Pick<ImageLook, 'viewport' | 'density'>) {
  const { scale, offsetX, offsetY } = viewport
  const snap = (place: number) => Math.round(place * density) / density
  const [left, top] = [snap(box.x0 * scale + offsetX), snap(box.y0 * scale + offsetY)]
  const [right, bottom] = [snap(box.x1 * scale + offsetX), snap(box.y1 * scale + offsetY)]
  // An image with a single row stays visible at every zoom.
  return { left, top, width: Math.max(right - left, 1 / density), height: Math.max(bottom - top, 1 / density) }
}

function paintGrid(ctx: CanvasRenderingContext2D, { viewport, view, frame }: ImageLook): void {
  const { scale, offsetX, offsetY } = viewport
  const shown = visibleBox(viewport, view)
  const [x0, x1] = [Math.max(0, Math.floor(shown.x0)), Math.min(frame.width, Math.ceil(shown.x1))]
  const [y0, y1] = [Math.max(0, Math.floor(shown.y0)), Math.min(frame.height, Math.ceil(shown.y1))]
  const lines = new Path2D()
  for (let x = x0; x <= x1; x++) {
    lines.moveTo(Math.round(x * scale + offsetX) + 0.5, y0 * scale + offsetY)
    lines.lineTo(Math.round(x * scale + offsetX) + 0.5, y1 * scale + offsetY)
  }
  for (let y = y0; y <= y1; y++) {
    lines.moveTo(x0 * scale + offsetX, Math.round(y * scale + offsetY) + 0.5)
    lines.lineTo(x1 * scale + offsetX, Math.round(y * scale + offsetY) + 0.5)
  }
  ctx.strokeStyle = INK.grid
  ctx.lineWidth = 1
  ctx.stroke(lines)
}
