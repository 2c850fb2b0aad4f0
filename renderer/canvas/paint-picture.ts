import type { Size, Viewport } from '#common/geometry/space'
import { INK } from './looks.ts'
import { visibleBox } from './viewport.ts'

export interface PictureLook {
  readonly viewport: Viewport
  readonly view: Size
  /** Size in image pixels, whatever the bitmap's own size is. */
  readonly frame: Size
  readonly bitmap: ImageBitmap | undefined
  /** Shown until the bitmap is there. */
  readonly color: string
}

/** From here on single pixels are told apart: no smoothing. */
const SHARP_FROM = 4

/** From here on a grid shows the pixels. */
const GRID_FROM = 8

export function paintPicture(ctx: CanvasRenderingContext2D, picture: PictureLook): void {
  const { viewport, frame, bitmap, color } = picture
  const { scale, offsetX, offsetY } = viewport
  if (bitmap) {
    ctx.imageSmoothingEnabled = scale < SHARP_FROM
    ctx.imageSmoothingQuality = scale < 1 ? 'high' : 'medium'
    ctx.drawImage(bitmap, offsetX, offsetY, frame.width * scale, frame.height * scale)
  } else {
    ctx.fillStyle = color
    ctx.fillRect(offsetX, offsetY, frame.width * scale, frame.height * scale)
  }
  if (scale >= GRID_FROM) paintGrid(ctx, picture)
}

function paintGrid(ctx: CanvasRenderingContext2D, { viewport, view, frame }: PictureLook): void {
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
