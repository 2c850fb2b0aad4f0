import type { Size, ViewPoint } from '#common/geometry/space'
import { INK } from '../looks.ts'

/** Free space around the pointer, so that the crosshair does not hide the target. */
const GAP = 14

export function paintCrosshair(ctx: CanvasRenderingContext2D, { x, y }: ViewPoint, { width, height }: Size): void {
  const lines = new Path2D()
  const [px, py] = [Math.round(x) + 0.5, Math.round(y) + 0.5]
  lines.moveTo(0, py)
  lines.lineTo(px - GAP, py)
  lines.moveTo(px + GAP, py)
  lines.lineTo(width, py)
  lines.moveTo(px, 0)
  lines.lineTo(px, py - GAP)
  lines.moveTo(px, py + GAP)
  lines.lineTo(px, height)
  ctx.strokeStyle = INK.crosshairCasing
  ctx.lineWidth = 2.5
  ctx.stroke(lines)
  ctx.strokeStyle = INK.crosshair
  ctx.lineWidth = 1
  ctx.stroke(lines)
  paintDot(ctx, px, py)
}

function paintDot(ctx: CanvasRenderingContext2D, x: number, y: number): void {
  for (const [radius, style] of [[3.4, INK.casing] as const, [2, INK.white] as const]) {
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    ctx.fillStyle = style
    ctx.fill()
  }
}

/** Draws a gold dot at the pointer when smart select is ready, and before that a ring that fills. */
export function paintReadiness(ctx: CanvasRenderingContext2D, { x, y }: ViewPoint, share: number): void {
  const [px, py] = [Math.round(x) + 0.5, Math.round(y) + 0.5]
  if (share >= 1) return paintDisc(ctx, { x: px, y: py })
  const strokes = [
    { style: INK.casing, width: 4.5, turn: 1 },
    { style: INK.machineFaint, width: 2, turn: 1 },
    { style: INK.machine, width: 2, turn: share },
  ]
  for (const { style, width, turn } of strokes) {
    ctx.beginPath()
    ctx.arc(px, py, 8, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * turn)
    ctx.strokeStyle = style
    ctx.lineWidth = width
    ctx.stroke()
  }
}

function paintDisc(ctx: CanvasRenderingContext2D, { x, y }: { readonly x: number; readonly y: number }): void {
  for (const [radius, style] of [[4.2, INK.casing] as const, [2.8, INK.machine] as const]) {
    ctx.beginPath()
    ctx.arc(x, y, radius, 0, 2 * Math.PI)
    ctx.fillStyle = style
    ctx.fill()
  }
}

/** Draws a mark beside the pointer while smart select runs; without animation. */
export function paintWorking(ctx: CanvasRenderingContext2D, { x, y }: ViewPoint): void {
  const strokes = [
    { style: INK.casing, width: 5, turn: 1 },
    { style: INK.machineFaint, width: 2.5, turn: 1 },
    { style: INK.machine, width: 2.5, turn: 0.3 },
  ]
  for (const { style, width, turn } of strokes) {
    ctx.beginPath()
    ctx.arc(x + 20, y + 20, 6.5, -Math.PI / 2, -Math.PI / 2 + 2 * Math.PI * turn)
    ctx.strokeStyle = style
    ctx.lineWidth = width
    ctx.stroke()
  }
}
