import type { Viewport } from '#common/geometry/space'
import { INK, type Look } from '../looks.ts'
import type { SceneShape } from '../scene.ts'
import { traceRings } from '../trace.ts'

/** Corners closer than this on screen are merged. */
const DETAIL = 0.7

export interface Brush {
  readonly viewport: Viewport
  readonly look: Look
  /** False while a polygon is being drawn. */
  readonly isClosed?: boolean
}

interface Outlined {
  readonly rings: SceneShape['rings']
  readonly color: string
}

/** Draws fill, white hairline, casing and color, from bottom to top. */
export function paintShape(ctx: CanvasRenderingContext2D, { rings, color }: Outlined, brush: Brush): void {
  const { viewport, look } = brush
  const path = new Path2D()
  traceRings(path, rings, { viewport, minStep: DETAIL, isClosed: brush.isClosed ?? true })
  if (look.fill > 0) {
    ctx.globalAlpha = look.fill * (look.opacity ?? 1)
    ctx.fillStyle = color
    ctx.fill(path, 'evenodd')
    ctx.globalAlpha = 1
  }
  ctx.globalAlpha = look.opacity ?? 1
  ctx.lineJoin = 'round'
  ctx.setLineDash([])
  if (look.hairline) stroke(ctx, path, { style: INK.hairline, width: look.casing + 2 })
  if (look.casing > 0) stroke(ctx, path, { style: look.hairline ? INK.edge : INK.casing, width: look.casing })
  ctx.setLineDash([...look.dash])
  stroke(ctx, path, { style: color, width: look.stroke })
  ctx.setLineDash([])
  ctx.globalAlpha = 1
}

function stroke(ctx: CanvasRenderingContext2D, path: Path2D, { style, width }: { style: string; width: number }): void {
  ctx.strokeStyle = style
  ctx.lineWidth = width
  ctx.stroke(path)
}
