import { imagePoint, toView, type Viewport } from '#common/geometry/space'
import { INK } from '../looks.ts'
import type { OverlayItem } from './overlay.ts'

/** Below this size on screen the edge alone is too hard to see, in view pixels. */
const LEAST_SEEN = 8

/** Draws a white line on a dark one around the area of a dab; dashed when it erases. */
export function paintBrush(
  ctx: CanvasRenderingContext2D,
  { middle, brush, isEraser }: OverlayItem<'brush'>,
  viewport: Viewport,
): void {
  const { x, y } = toView(imagePoint(middle.x, middle.y), viewport)
  const radius = (brush.size * viewport.scale) / 2
  const edge = new Path2D()
  if (brush.tip === 'round') edge.arc(x, y, radius, 0, 2 * Math.PI)
  else edge.rect(x - radius, y - radius, 2 * radius, 2 * radius)
  if (2 * radius < LEAST_SEEN) addCross(edge, { x, y }, radius)
  line(ctx, edge, { style: INK.crosshairCasing, width: 2.5 })
  ctx.setLineDash(isEraser ? [4, 3] : [])
  line(ctx, edge, { style: INK.white, width: 1 })
  ctx.setLineDash([])
}

function addCross(path: Path2D, { x, y }: { readonly x: number; readonly y: number }, radius: number): void {
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    path.moveTo(x + dx * (radius + 3), y + dy * (radius + 3))
    path.lineTo(x + dx * (radius + 8), y + dy * (radius + 8))
  }
}

function line(
  ctx: CanvasRenderingContext2D,
  path: Path2D,
  { style, width }: { readonly style: string; readonly width: number },
): void {
  ctx.strokeStyle = style
  ctx.lineWidth = width
  ctx.stroke(path)
}
