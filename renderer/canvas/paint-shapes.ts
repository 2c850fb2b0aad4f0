import type { Viewport } from '#common/geometry/space'
import type { ShapeId } from '#common/ids'
import { INK, LOOKS, type Look } from './looks.ts'
import { paintSkeleton } from './paint-keypoints.ts'
import type { SceneShape } from './scene.ts'
import { traceRings } from './trace.ts'

/** Corners nearer than this on screen are one. */
const DETAIL = 0.7

/** With more shapes than this in view, small ones are drawn in a cheaper way: wide strokes are what costs. */
const CROWD = 400

/** Sides on screen below which a shape of a crowd is a dot, or a thin line on a dark ground. */
const DOT = 4
const SMALL = 18

export interface Brush {
  readonly viewport: Viewport
  readonly look: Look
  /** Open while a polygon is being drawn. */
  readonly isClosed?: boolean
}

interface Outlined {
  readonly rings: SceneShape['rings']
  readonly color: string
}

/** Fill, white hairline, casing, colour: from the ground up. */
export function paintShape(ctx: CanvasRenderingContext2D, { rings, color }: Outlined, brush: Brush): void {
  const { viewport, look } = brush
  const path = new Path2D()
  traceRings(path, rings, { viewport, minStep: DETAIL, isClosed: brush.isClosed ?? true })
  if (look.fill > 0) {
    ctx.globalAlpha = look.fill
    ctx.fillStyle = color
    ctx.fill(path, 'evenodd')
    ctx.globalAlpha = 1
  }
  ctx.lineJoin = 'round'
  ctx.setLineDash([])
  if (look.hairline) stroke(ctx, path, { style: INK.hairline, width: look.casing + 2 })
  if (look.casing > 0) stroke(ctx, path, { style: look.hairline ? INK.edge : INK.casing, width: look.casing })
  ctx.setLineDash([...look.dash])
  stroke(ctx, path, { style: color, width: look.stroke })
  ctx.setLineDash([])
}

function stroke(ctx: CanvasRenderingContext2D, path: Path2D, { style, width }: { style: string; width: number }): void {
  ctx.strokeStyle = style
  ctx.lineWidth = width
  ctx.stroke(path)
}

export interface StillBrush extends Brush {
  /** Many selected shapes lie in the still layer: drawn over it they would be drawn again with every move of the pointer. */
  readonly selected: ReadonlySet<ShapeId>
}

/** Many shapes in drawing order. */
export function paintShapes(ctx: CanvasRenderingContext2D, shapes: readonly SceneShape[], brush: StillBrush): void {
  const isCrowd = shapes.length > CROWD
  for (const shape of shapes) {
    const isSelected = brush.selected.has(shape.id)
    if (!isCrowd || sideOf(shape, brush.viewport) >= SMALL) {
      const look = lookOf(shape, isSelected, brush.look)
      paintShape(ctx, shape, { ...brush, look })
      if (shape.skeleton)
        paintSkeleton(
          ctx,
          { ...shape.skeleton, color: shape.color },
          { viewport: brush.viewport, detail: detailOf(shape, brush.viewport, isCrowd) },
        )
    } else paintSmall(ctx, shape, { ...brush, isSelected })
  }
}

/** Side on screen below which the points of an object would run together. */
const POINTS = 56

function detailOf(shape: SceneShape, viewport: Viewport, isCrowd: boolean): 'rest' | 'crowd' | 'far' {
  if (sideOf(shape, viewport) < POINTS) return 'far'
  return isCrowd ? 'crowd' : 'rest'
}

/** Around the points of an object its box is a quiet frame. */
function lookOf({ skeleton }: SceneShape, isSelected: boolean, look: Look): Look {
  if (!skeleton) return isSelected ? LOOKS.selected : look
  return isSelected ? LOOKS.selectedFrame : { ...look, stroke: 1, casing: 2.5, fill: look.fill / 3 }
}

function sideOf({ bounds }: SceneShape, { scale }: Viewport): number {
  return Math.max(bounds.x1 - bounds.x0, bounds.y1 - bounds.y0) * scale
}

interface SmallBrush extends Brush {
  readonly isSelected: boolean
}

function paintSmall(ctx: CanvasRenderingContext2D, shape: SceneShape, brush: SmallBrush): void {
  const { rings, color } = shape
  const { viewport, look, isSelected } = brush
  if (sideOf(shape, viewport) < DOT) return paintDot(ctx, shape, brush)
  ctx.beginPath()
  traceRings(ctx, rings, { viewport, minStep: 2 * DETAIL, isClosed: true })
  ctx.fillStyle = isSelected ? color : INK.small
  ctx.fill('evenodd')
  ctx.strokeStyle = isSelected ? INK.white : color
  ctx.lineWidth = 1
  ctx.setLineDash(look.dash.length > 0 ? SMALL_DASH : [])
  ctx.stroke()
  ctx.setLineDash([])
}

const SMALL_DASH = [2, 2]

function paintDot(
  ctx: CanvasRenderingContext2D,
  { bounds, color }: SceneShape,
  { viewport, isSelected }: SmallBrush,
): void {
  const { scale, offsetX, offsetY } = viewport
  const x = ((bounds.x0 + bounds.x1) / 2) * scale + offsetX
  const y = ((bounds.y0 + bounds.y1) / 2) * scale + offsetY
  ctx.fillStyle = isSelected ? INK.white : INK.casing
  ctx.fillRect(x - 2, y - 2, 4, 4)
  ctx.fillStyle = color
  ctx.fillRect(x - 1, y - 1, 2, 2)
}
